import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type OutboxBody, outboxBodySchema } from '#app/domain/mail/messages.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import { outboxStore } from '#db/queries/outbox.ts';
import { outbox } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

interface Case {
  kind: OutboxBody['kind'];
  /** A statement to run before `change`. */
  prepare?(account: AccountRows): SQL;
  /** A statement that fires the trigger for the account. */
  change(account: AccountRows, other: AccountRows): SQL;
}

const closeLive = (change: Case['change']): Case => ({ kind: 'workspace.close_live', change });
const setPerson = (change: Case['change']): Case => ({ kind: 'workspace.set_person', change });

/** Fires in an account with a running subscription. */
const moveCustomer = (change: Case['change']): Case => ({
  kind: 'billing.move_customer',
  prepare: ({ accountId }) =>
    sql`INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at)
      VALUES ('sub_1', ${accountId}, 'active', 'starter', 'monthly', 1)`,
  change,
});

const changeRole = ({ teammate }: AccountRows) =>
  sql`UPDATE memberships SET role = 'billing' WHERE user_id = ${teammate.userId}`;
const removeMember = ({ teammate }: AccountRows) =>
  sql`DELETE FROM memberships WHERE user_id = ${teammate.userId}`;

const deleteTeammate = ({ teammate }: AccountRows) => sql`DELETE FROM users WHERE id = ${teammate.userId}`;

const isOfAccount = ({ accountId }: AccountRows) => sql`accounts.id = ${accountId}`;

/** Every trigger that writes messages. */
const triggers: Record<string, Case> = {
  sessions_deleted: closeLive(({ owner }) => sql`DELETE FROM sessions WHERE id = ${owner.sessionId}`),
  sessions_moved: closeLive(
    ({ owner }, { accountId }) =>
      sql`UPDATE sessions SET account_id = ${accountId} WHERE id = ${owner.sessionId}`,
  ),
  api_tokens_deleted: closeLive(({ apiToken }) => sql`DELETE FROM api_tokens WHERE id = ${apiToken.id}`),
  memberships_changed: closeLive(changeRole),
  memberships_deleted: closeLive(removeMember),
  memberships_role_set_person: setPerson(changeRole),
  memberships_end_set_person: setPerson(removeMember),
  users_end_set_person: setPerson(deleteTeammate),
  users_email_set_person: setPerson(
    ({ owner }) => sql`UPDATE users SET email_normalized = 'x@example.com' WHERE id = ${owner.userId}`,
  ),
  memberships_role_move_customer: moveCustomer(changeRole),
  memberships_end_move_customer: moveCustomer(removeMember),
  users_end_move_customer: moveCustomer(deleteTeammate),
  users_email_move_customer: moveCustomer(
    ({ teammate }) => sql`UPDATE users SET email_normalized = 'x@example.com' WHERE id = ${teammate.userId}`,
  ),
  plans_changed: {
    kind: 'workspace.send_facts',
    prepare: (account) => sql`UPDATE accounts SET plan_id = 'pro-2' WHERE ${isOfAccount(account)}`,
    change: () => sql`UPDATE plans SET memory_mib = memory_mib + 1 WHERE id = 'pro-2'`,
  },
};

/** The trigger that changes messages. */
const BEGIN = 'subscriptions_begin_move_customer';

/** A database with two accounts and only this trigger, since one change fires several. */
async function openWithOneTrigger(name: string) {
  const { db, raw } = await openMemoryDatabase();
  const [first, other] = [0, 1].map(() => newAccount(db, { step: null, subscription: null }));
  if (!first || !other) throw new Error('There are two accounts.');
  await write(db, [...first.statements, ...other.statements]);
  for (const trigger of [...Object.keys(triggers), BEGIN])
    if (trigger !== name) await raw.execute(`DROP TRIGGER ${trigger}`);
  return { db, raw, account: first.account, other: other.account };
}

test.for(Object.entries(triggers))(
  '%s writes a message of the union',
  async ([name, { kind, prepare, change }]) => {
    const { db, account, other } = await openWithOneTrigger(name);
    if (prepare) await db.run(prepare(account));
    await db.run(change(account, other));
    const rows = await db.select({ kind: outbox.kind, payload: outbox.payload }).from(outbox);
    const { accountId, workspaceId, teammate } = account;
    const payload =
      kind === 'billing.move_customer'
        ? { accountId, userId: teammate.userId, email: teammate.email }
        : { workspaceId };
    expect(rows.map((row) => outboxBodySchema.parse(row))).toMatchObject([{ kind, payload }]);
  },
);

test.for(Object.entries(triggers))(
  'the clean-up keeps a message of %s, however old its cause, until it was tried for a day',
  async ([name, { kind, prepare, change }]) => {
    const { db, raw, account, other } = await openWithOneTrigger(name);
    let now = Date.now();
    const born = now - 2 * DAY_MS;
    await raw.execute({ sql: 'UPDATE sessions SET last_seen_at = ?', args: [born] });
    for (const table of ['memberships', 'api_tokens'])
      await raw.execute({ sql: `UPDATE ${table} SET created_at = ?`, args: [born] });
    if (prepare) await db.run(prepare(account));
    await db.run(change(account, other));
    const start = now;
    const countKept = async () => {
      await maintenanceStore(db).removeExpired(now);
      return (await db.select({ id: outbox.id }).from(outbox)).length;
    };
    expect(await countKept()).toBe(1);
    for (; now < start + DAY_MS; now += MINUTE_MS) await outboxStore(db).claim(now, 1);
    expect(await countKept()).toBe(1);
    for (; now < start + DAY_MS * 1.1; now += MINUTE_MS) await outboxStore(db).claim(now, 1);
    // A message about a person must arrive, however late.
    expect(await countKept()).toBe(kind === 'workspace.close_live' ? 0 : 1);
  },
);

test(`${BEGIN} makes each move of its account due, a minute after its cause at the earliest`, async () => {
  const { db, raw, account, other } = await openWithOneTrigger(BEGIN);
  const later = Date.now() + 30 * DAY_MS;
  const move = (id: string, createdAt: number, { accountId }: AccountRows, changes = {}) => {
    const payload = { accountId, userId: 'usr_1', email: 'ada@example.com' };
    const row = { id, kind: 'billing.move_customer', payload, createdAt, nextAttemptAt: later };
    return db.insert(outbox).values({ ...row, ...changes });
  };
  await move('recent', later, account);
  await move('old', 0, account);
  await move('other_account', 0, other);
  await move('other_kind', 0, account, { kind: 'overage.charge' });
  await move('delivered', 0, account, { deliveredAt: 1 });
  const before = Date.now();
  await raw.execute({
    sql: `INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at)
      VALUES ('sub_1', ?, 'active', 'starter', 'monthly', 1)`,
    args: [account.accountId],
  });
  const rows = await db.select({ id: outbox.id, dueAt: outbox.nextAttemptAt }).from(outbox);
  const { old, ...rest } = Object.fromEntries(rows.map(({ id, dueAt }) => [id, dueAt]));
  // The database's time is in whole seconds.
  expect(old).toBeGreaterThan(before - 1_000);
  expect(old).toBeLessThanOrEqual(Date.now());
  const unchanged = { other_account: later, other_kind: later, delivered: later };
  expect(rest).toEqual({ recent: later + MINUTE_MS, ...unchanged });
});

test('every trigger that writes to the outbox is tested', async () => {
  const { raw } = await openMemoryDatabase();
  const { rows } = await raw.execute(
    `SELECT name FROM sqlite_master WHERE type = 'trigger'
      AND (sql LIKE '%INTO outbox%' OR sql LIKE '%UPDATE outbox%' OR sql LIKE '%DELETE FROM outbox%') ORDER BY name`,
  );
  expect(rows.map((row) => row.name)).toEqual([...Object.keys(triggers), BEGIN].sort());
});
