import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { MAX_CONNECTIONS } from '#app/domain/connections.ts';
import { outboxBodySchema } from '#app/domain/mail/messages.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { raw, stores } = await ownMemoryDatabase();
beforeEach(async () => {
  await raw.execute('DELETE FROM outbox');
});

const now = Date.now();
const mail = { template: 'trial_ended', to: 'ada@example.com', data: {} };
const insert = (id: string, kind: string, payload: object, dueAt: number) => ({
  sql: 'INSERT INTO outbox (id, kind, payload, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
  args: [id, kind, JSON.stringify(payload), now, dueAt],
});
const mails = Array.from({ length: 40 }, (_, index) => insert(`msg_${index}`, 'mail', mail, now - 1));
const person = { workspaceId: 'wks_1', accountId: 'acc_1', email: 'eve@example.com' };

test('a mail provider that hangs after the first batch delays no message to a workspace', async () => {
  await raw.batch([...mails, insert('msg_out', 'workspace.sign_out', person, now)], 'write');

  const hanging = Promise.withResolvers<void>();
  const signedOut = Promise.withResolvers<object>();
  let sent = 0;
  const workspace: Pick<ReturnType<DeliverOutboxPorts['workspaceObject']>, 'signOut'> = {
    async signOut(request) {
      signedOut.resolve(request);
      return { ok: true, value: null };
    },
  };
  const ports: Partial<DeliverOutboxPorts> = {
    clock: { now: () => now },
    outbox: stores.outbox,
    mailer: {
      async send() {
        sent += 1;
        // The first batch fails immediately.
        if (sent > 5) await hanging.promise;
        throw new Error('The provider is down.');
      },
    },
    workspaceObject: () => workspace as ReturnType<DeliverOutboxPorts['workspaceObject']>,
    reportError: () => {},
  };
  const delivering = deliverOutbox(ports as DeliverOutboxPorts);
  expect(await signedOut.promise).toEqual({
    accountId: person.accountId,
    email: person.email,
    at: now,
  });
  hanging.resolve();
  await delivering;
  const { rows } = await raw.execute(
    'SELECT kind, count(*) AS n, min(attempts) AS least, max(attempts) AS most FROM outbox GROUP BY kind',
  );
  expect(rows).toMatchObject([
    { kind: 'mail', n: 40, least: 1, most: 1 },
    { kind: 'workspace.sign_out', n: 1, least: 1, most: 1 },
  ]);
});

test('one delivery attempts messages of every kind behind a backlog of mails', async () => {
  const kinds = outboxBodySchema.options.map(({ shape }) => shape.kind.value);
  const later = kinds.map((kind) => insert(`msg_${kind}`, kind, kind === 'mail' ? mail : {}, now));
  await raw.batch([...mails, ...later], 'write');
  // Every attempt fails: the ports have no receiver.
  const ports: Partial<DeliverOutboxPorts> = {
    clock: { now: () => now },
    outbox: stores.outbox,
    reportError: () => {},
  };
  await deliverOutbox(ports as DeliverOutboxPorts);
  const { rows } = await raw.execute('SELECT DISTINCT kind FROM outbox WHERE attempts = 1');
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  expect((await raw.execute('SELECT id FROM outbox WHERE attempts <> 1')).rows).toEqual([]);
});

test('receivers that all hang leave a connection of the request free', async () => {
  const people = Array.from({ length: 20 }, (_, index) =>
    insert(`msg_out_${index}`, 'workspace.sign_out', person, now),
  );
  const moves = Array.from({ length: 20 }, (_, index) =>
    insert(
      `msg_move_${index}`,
      'billing.move_customer',
      { accountId: 'acc_1', userId: 'usr_1', email: person.email },
      now,
    ),
  );
  await raw.batch([...mails, ...people, ...moves], 'write');
  const end = Promise.withResolvers<never>();
  let sent = 0;
  let hanging = 0;
  const send = () => {
    sent += 1;
    // The first batch fails immediately.
    if (sent < MAX_CONNECTIONS) return Promise.reject(new Error('The provider is down.'));
    hanging += 1;
    return end.promise.finally(() => {
      hanging -= 1;
    });
  };
  const ports = {
    clock: { now: () => now },
    outbox: stores.outbox,
    mailer: { send },
    workspaceObject: () => ({ signOut: send }),
    customers: { contacts: send },
    reportError: () => {},
  };
  const delivering = deliverOutbox(ports as unknown as DeliverOutboxPorts);
  await expect.poll(() => hanging).toBeGreaterThanOrEqual(MAX_CONNECTIONS - 1);
  // Further ones would follow in the same turn.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(hanging).toBe(MAX_CONNECTIONS - 1);
  end.reject(new Error('The providers are down.'));
  await delivering;
  expect((await raw.execute('SELECT id FROM outbox WHERE attempts <> 1')).rows).toEqual([]);
});
