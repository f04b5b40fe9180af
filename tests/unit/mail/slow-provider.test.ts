import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { outboxStore } from '#db/queries/outbox.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

let opened: Awaited<ReturnType<typeof openMemoryDatabase>>;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.raw.close());

const now = Date.now();
const person = { workspaceId: 'wks_1', accountId: 'acc_1', email: 'eve@example.com' };

test('a mail provider that hangs delays no message to a workspace, however many mails wait', async () => {
  const mail = { template: 'trial_ended', to: 'ada@example.com', data: {} };
  const insert = (id: string, kind: string, payload: object, dueAt: number) => ({
    sql: 'INSERT INTO outbox (id, kind, payload, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
    args: [id, kind, JSON.stringify(payload), now, dueAt],
  });
  const mails = Array.from({ length: 40 }, (_, index) => insert(`msg_${index}`, 'mail', mail, now - 1));
  await opened.raw.batch([...mails, insert('msg_out', 'workspace.sign_out', person, now)], 'write');

  const hanging = Promise.withResolvers<void>();
  const signedOut = Promise.withResolvers<object>();
  let sent = 0;
  const ports: Partial<DeliverOutboxPorts> = {
    clock: { now: () => now },
    outbox: outboxStore(opened.db),
    mailer: {
      async send() {
        sent += 1;
        // The first batch fails at once.
        if (sent > 5) await hanging.promise;
        throw new Error('The provider is down.');
      },
    },
    workspaceObject: () =>
      ({
        async signOut(request: object) {
          signedOut.resolve(request);
          return { ok: true, value: null };
        },
      }) as never,
    reportError: () => {},
  };
  const delivering = deliverOutbox(ports as DeliverOutboxPorts);
  expect(await signedOut.promise).toMatchObject({ accountId: person.accountId, email: person.email });
  hanging.resolve();
  await delivering;
  const { rows } = await opened.raw.execute(
    'SELECT kind, count(*) AS n, min(attempts) AS least, max(attempts) AS most FROM outbox GROUP BY kind',
  );
  expect(rows).toMatchObject([
    { kind: 'mail', n: 40, least: 1, most: 1 },
    { kind: 'workspace.sign_out', n: 1, least: 1, most: 1 },
  ]);
});
