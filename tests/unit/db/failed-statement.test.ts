import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { openDatabase } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { users } from '#db/schema/index.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';

const email = 'ada@example.com';
/** A refused statement, in each way that queries write and read. */
const refused: Record<string, (db: Db) => PromiseLike<unknown>> = {
  run: (db) => db.run(sql`UPDATE nowhere SET email = ${email}`),
  update: (db) => db.update(users).set({ username: sql`nowhere.x` }).where(eq(users.email, email)),
  select: (db) => db.select({ x: sql`nowhere.x` }).from(users).where(eq(users.email, email)),
  batch: (db) => db.batch({ one: db.run(sql`UPDATE nowhere SET email = ${email}`) }),
};

let server: OwnDatabase;
beforeAll(async () => {
  server = await startOwnDatabase();
});
afterAll(() => server.stop());

const nowhere = () => openDatabase({ url: 'http://127.0.0.1:9', token: undefined });
const opened = () => openDatabase({ url: server.url, token: undefined });

test.for(
  Object.keys(refused).flatMap((form) => [
    [form, 'refused', opened, 'no such'] as const,
    [form, 'not answered', nowhere, 'The database does not answer.'] as const,
  ]),
)('a %s that is %s names no value in the log', async ([form, , open, reason]) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = await Promise.resolve(refused[form]?.(open())).catch((failure: unknown) => failure);
  reportError(error, { reference: 'req_1' });
  // A use case gives a failure its own code, and the log the cause.
  reportError(new AppError('internal', { cause: error }), { reference: 'req_1' });
  for (const [line] of log.mock.calls) {
    expect(line).toContain(reason);
    expect(line).not.toContain(email);
  }
  expect(log).toHaveBeenCalledTimes(2);
});
