import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { countUpload } from '#app/use-cases/throttle/count-upload.ts';
import { openDatabase } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import { throttleStore } from '#db/queries/throttles.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
let server: OwnDatabase;
let db: Db;
let now = start;

beforeAll(async () => {
  server = await startOwnDatabase();
  db = openDatabase({ url: server.url, token: undefined });
});

afterAll(async () => {
  await server.stop();
});

const send = (accountId: string, bytes: number) =>
  countUpload({ clock: { now: () => now }, throttles: throttleStore(db) }, accountId, bytes);

test("refuses an account's fifty-first upload within a day", async () => {
  now = start;
  for (let file = 0; file < throttleRules['uploads:account'].limit; file += 1) await send('acc_files', 1);
  // The hourly clean-up must not restart the day.
  now += 4 * HOUR_MS;
  await maintenanceStore(db).removeExpired(now);
  await expect(send('acc_files', 1)).rejects.toMatchObject({
    code: 'uploads_used_up',
    status: 429,
    retryAfterSeconds: (20 * HOUR_MS) / SECOND_MS,
  });
  await send('acc_another', 1);
  now = start + DAY_MS;
  await send('acc_files', 1);
});

test("refuses an upload beyond an account's bytes of the day", async () => {
  now = start;
  await send('acc_bytes', throttleRules['upload_bytes:account'].limit - 1);
  await send('acc_bytes', 1);
  await expect(send('acc_bytes', 1)).rejects.toMatchObject({ code: 'uploads_used_up' });
  now = start + DAY_MS;
  await send('acc_bytes', throttleRules['upload_bytes:account'].limit);
});

test('concurrent uploads pass only up to the limit', async () => {
  now = start;
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => send('acc_burst', 1)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(
    throttleRules['uploads:account'].limit,
  );
});
