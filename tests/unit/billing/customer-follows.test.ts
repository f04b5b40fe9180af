import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#app/domain/access/roles.ts';
import { roles } from '#app/domain/access/roles.ts';
import { itemsOf } from '#app/domain/billing/offer.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { accounts, outbox, subscriptions } from '#db/schema/index.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';
import { billingAt, buy, starter } from '../paddle/harness.ts';
import { World } from '../sandbox/harness.ts';
import { paddleClient } from '../sandbox/paddle-harness.ts';

// The provider mails receipts to a subscription's customer, who can cancel it there.

const { db, raw, stores } = await ownMemoryDatabase();
let reported: string[];

beforeEach(async () => {
  reported = [];
  for (const table of ['outbox', 'subscriptions', 'memberships', 'accounts', 'users'])
    await raw.execute(`DELETE FROM ${table}`);
});

/** An account with two owners, a billing contact and a subscription, whose customer is the person who bought it. */
async function begin(world: World, buyer: 'owner' | 'billing' = 'owner') {
  const billing = billingAt(world.url);
  const { account, statements } = newAccount(db, { step: null, subscription: 'active' });
  const second = newMember(db, account.accountId, 'owner');
  const contact = newMember(db, account.accountId, 'billing');
  await write(db, [...statements, ...second.statements, ...contact.statements]);
  await raw.execute({
    sql: 'UPDATE memberships SET created_at = created_at + 1 WHERE user_id = ?',
    args: [second.person.userId],
  });
  const bought = buyer === 'owner' ? account.owner : contact.person;
  const { subscriptionId, customerId } = await buy(world, billing, undefined, { email: bought.email });
  await db
    .update(subscriptions)
    .set({ id: subscriptionId, customerId })
    .where(sql`account_id = ${account.accountId}`);
  await db.delete(outbox);
  const changeEmail = (userId: string, email: string) =>
    raw.execute({
      sql: 'UPDATE users SET email = ?1, email_normalized = ?1 WHERE id = ?2',
      args: [email, userId],
    });
  const undelivered = () =>
    db.select({ id: outbox.id }).from(outbox).where(sql`delivered_at IS NULL AND kind GLOB 'billing.*'`);
  const deliver = async ({ from = Date.now(), inMs = 0, provider = billing } = {}) => {
    // The mail and the workspace's messages are irrelevant here.
    await db.delete(outbox).where(sql`kind NOT GLOB 'billing.*'`);
    await deliverOutbox({
      ...stores,
      clock: { now: () => from + inMs },
      billingProvider: provider,
      reportError: (error: unknown) => void reported.push(String(error)),
    } as unknown as DeliverOutboxPorts);
  };
  const act = async (token: string) => ({ now: Date.now(), client, viewer: await viewerOf(db, token) });
  return {
    billing,
    account,
    second: second.person,
    contact: contact.person,
    bought,
    /** One owner removes a person. */
    remove: async (by: { token: string }, { userId }: { userId: string }) =>
      stores.members.remove({ ...(await act(by.token)), userId, roles }),
    changeRole: async (by: { token: string }, { userId }: { userId: string }, role: Role) =>
      stores.members.changeRole({ ...(await act(by.token)), userId, role, roles, invitable: roles }),
    deliver,
    async deliverAll() {
      await deliver({ inMs: 2 * MINUTE_MS });
      expect(await undelivered()).toEqual([]);
    },
    changeEmail,
    subscriptionId,
    async customer() {
      const { email, name } = await paddleClient(world).customers.get(customerId);
      return { email, name };
    },
    nextPayment: () => billing.nextPayment(subscriptionId),
  };
}

const contactOf = ({ email, name }: { email: string; name: string }) => ({ email, name });

test('the customer of a removed owner becomes the next owner’s, and billing continues', async () => {
  await using world = await World.start();
  const { account, second, remove, deliverAll, customer, nextPayment } = await begin(world);
  const before = await nextPayment();
  expect(await remove(second, account.owner)).toBe('done');
  await deliverAll();
  expect(await customer()).toEqual(contactOf(second));
  expect(await nextPayment()).toEqual(before);
  expect(reported).toEqual([]);
});

test('the customer of a deleted person becomes the next owner’s', async () => {
  await using world = await World.start();
  const { account, second, deliverAll, customer } = await begin(world);
  await raw.execute({ sql: 'DELETE FROM memberships WHERE user_id = ?', args: [account.owner.userId] });
  await raw.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [account.owner.userId] });
  await deliverAll();
  expect(await customer()).toEqual(contactOf(second));
});

test('moves the customer from a billing contact who becomes an operator', async () => {
  await using world = await World.start();
  const { account, contact, changeRole, deliverAll, customer } = await begin(world, 'billing');
  await changeRole(account.owner, contact, 'operator');
  await deliverAll();
  expect(await customer()).toEqual(contactOf(account.owner));
});

test('an owner who becomes a billing contact stays the customer', async () => {
  await using world = await World.start();
  const { account, second, changeRole, deliverAll, customer } = await begin(world);
  const before = await customer();
  await changeRole(second, account.owner, 'billing');
  await deliverAll();
  expect(await customer()).toEqual(before);
});

test.each(['owner', 'billing'] as const)(
  'the customer follows the e-mail of the %s who bought',
  async (buyer) => {
    await using world = await World.start();
    const { bought, changeEmail, deliverAll, customer } = await begin(world, buyer);
    const moved = `moved-${bought.email}`;
    await changeEmail(bought.userId, moved);
    await deliverAll();
    expect(await customer()).toEqual({ email: moved, name: bought.name });
  },
);

test('another person’s leaving changes nothing', async () => {
  await using world = await World.start();
  const { account, second, contact, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  await remove(account.owner, second);
  await remove(account.owner, contact);
  await deliverAll();
  expect(await customer()).toEqual(before);
});

test('a customer who pays for another account too stays theirs, and is reported', async () => {
  await using world = await World.start();
  const { account, second, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  const other = newAccount(db, { step: null, subscription: 'active' });
  await write(db, other.statements);
  await raw.execute('UPDATE subscriptions SET customer_id = (SELECT max(customer_id) FROM subscriptions)');
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(before);
  expect(reported).toEqual([expect.stringContaining(account.accountId)]);
});

test('a customer with an open checkout for another account stays theirs, and is reported', async () => {
  await using world = await World.start();
  const { account, second, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  const other = newAccount(db, { step: null, subscription: null });
  await write(db, other.statements);
  await raw.batch([
    { sql: "UPDATE accounts SET checkout_id = 'txn_open' WHERE id = ?", args: [other.account.accountId] },
    {
      sql: "UPDATE memberships SET user_id = ? WHERE account_id = ? AND role = 'owner'",
      args: [account.owner.userId, other.account.accountId],
    },
  ]);
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(before);
  expect(reported).toEqual([expect.stringContaining(account.accountId)]);
});

test('an owner whose e-mail the provider refuses is reported once', async () => {
  await using world = await World.start();
  const { account, second, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  const email = `${second.userId}@refused.example`;
  await raw.execute({ sql: 'UPDATE users SET email = ? WHERE id = ?', args: [email, second.userId] });
  await db.delete(outbox);
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(before);
  expect(reported).toEqual([expect.stringContaining(account.accountId)]);
});

test('an owner who once began a checkout becomes the customer', async () => {
  await using world = await World.start();
  const { billing, account, second, remove, deliverAll, customer } = await begin(world);
  const idle = await billing.customer({ ...second, accountId: 'acc_other' });
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(contactOf(second));
  expect(reported).toEqual([]);
  // Its mail still reaches them, if there ever is one.
  const [local, domain] = second.email.split('@');
  expect((await paddleClient(world).customers.get(idle)).email).toBe(`${local}+${idle.slice(-8)}@${domain}`);
});

test('an owner who pays for something else is reported', async () => {
  await using world = await World.start();
  const { billing, account, second, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  await buy(world, billing, undefined, { email: second.email });
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(before);
  expect(reported).toEqual([expect.stringContaining(account.accountId)]);
});

test('an owner whose other checkout can still be paid is reported', async () => {
  await using world = await World.start();
  const { billing, account, second, remove, deliverAll, customer } = await begin(world);
  const before = await customer();
  await billing.checkout({
    customerId: await billing.customer({ ...second, accountId: 'acc_other' }),
    accountId: 'acc_other',
    reference: 'chk_other',
    items: itemsOf(starter, await billing.prices()),
    returnUrl: 'http://localhost:8787/manage/billing',
    earlier: null,
  });
  await remove(second, account.owner);
  await deliverAll();
  expect(await customer()).toEqual(before);
  expect(reported).toEqual([expect.stringContaining(account.accountId)]);
});

test('an e-mail that changes while it is written to the customer follows', async () => {
  await using world = await World.start();
  const { billing, account, second, remove, changeEmail, deliver, deliverAll, customer } = await begin(world);
  const moved = `moved-${second.email}`;
  await remove(second, account.owner);
  await deliver({
    inMs: MINUTE_MS,
    provider: {
      ...billing,
      async moveCustomer(...move) {
        await changeEmail(second.userId, moved);
        // Another isolate delivers meanwhile.
        await deliver();
        return billing.moveCustomer(...move);
      },
    },
  });
  expect(await customer()).toEqual(contactOf(second));
  await deliverAll();
  expect(await customer()).toEqual({ email: moved, name: second.name });
});

/** Takes the subscription away: the buyer has paid for it, and its first event has not arrived. */
async function awaitFirstEvent({ account, subscriptionId }: Awaited<ReturnType<typeof begin>>) {
  const [row] = await db.select().from(subscriptions).where(sql`id = ${subscriptionId}`);
  if (!row) throw new Error('There is a subscription.');
  await db.delete(subscriptions).where(sql`id = ${subscriptionId}`);
  await db
    .update(accounts)
    .set({ checkoutId: 'txn_paid', checkoutReference: 'chk_paid' })
    .where(sql`id = ${account.accountId}`);
  return async () => {
    await db.insert(subscriptions).values({ ...row, checkoutReference: 'chk_paid' });
  };
}

test.each(['owner', 'billing'] as const)(
  'the first event moves the customer away from a removed %s who had paid',
  async (buyer) => {
    await using world = await World.start();
    const begun = await begin(world, buyer);
    const { account, second, bought, remove, deliver, deliverAll, customer } = begun;
    const receiveFirstEvent = await awaitFirstEvent(begun);
    await remove(second, bought);
    await deliver({ inMs: DAY_MS });
    await receiveFirstEvent();
    await deliverAll();
    expect(await customer()).toEqual(contactOf(buyer === 'owner' ? second : account.owner));
    expect(reported).toEqual([]);
  },
);

test('a first event within a minute of the removal moves the customer once the minute is over', async () => {
  await using world = await World.start();
  const begun = await begin(world);
  const { account, second, remove, deliver, deliverAll, customer } = begun;
  const receiveFirstEvent = await awaitFirstEvent(begun);
  const before = await customer();
  const from = Date.now();
  await remove(second, account.owner);
  await receiveFirstEvent();
  // A move that read the people before the removal can still write their e-mail.
  await deliver({ from, inMs: MINUTE_MS / 2 });
  expect(await customer()).toEqual(before);
  await deliverAll();
  expect(await customer()).toEqual(contactOf(second));
});

test('the first event moves the customer of a person whose e-mail changed since they paid', async () => {
  await using world = await World.start();
  const begun = await begin(world);
  const { account, changeEmail, deliver, deliverAll, customer } = begun;
  const receiveFirstEvent = await awaitFirstEvent(begun);
  await changeEmail(account.owner.userId, 'ada@moved.example');
  await deliver({ inMs: DAY_MS });
  await receiveFirstEvent();
  await deliverAll();
  expect(await customer()).toEqual({ email: 'ada@moved.example', name: account.owner.name });
});

test('the first event moves the customer of a person removed since they resubscribed after a pause', async () => {
  await using world = await World.start();
  const begun = await begin(world);
  const { account, second, remove, deliver, deliverAll, customer } = begun;
  const receiveFirstEvent = await awaitFirstEvent(begun);
  // The paused subscription is of another customer.
  const { subscriptionId: pausedId } = await buy(world, begun.billing, undefined, {
    email: 'x@left.example',
  });
  await raw.execute({
    sql: `INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at, is_current)
      VALUES (?, ?, 'paused', 'starter', 'monthly', 1, 1)`,
    args: [pausedId, account.accountId],
  });
  await remove(second, account.owner);
  await deliver({ inMs: DAY_MS });
  await raw.execute('UPDATE subscriptions SET is_current = 0');
  await receiveFirstEvent();
  await deliverAll();
  expect(await customer()).toEqual(contactOf(second));
});

test('nothing waits for a checkout that no one pays', async () => {
  await using world = await World.start();
  const begun = await begin(world);
  const { account, second, remove, deliver } = begun;
  await awaitFirstEvent(begun);
  await remove(second, account.owner);
  await deliver({ inMs: 31 * DAY_MS });
  const waiting = await db.select({ id: outbox.id }).from(outbox).where(sql`delivered_at IS NULL`);
  expect(waiting).toEqual([]);
});

test.each([
  ['of an account of which they are only a member', 'member', 'txn_open', null],
  ['that they have paid, of a subscription that has ended', 'owner', 'txn_paid', 'deleted'],
] as const)(
  'a checkout %s does not keep the customer with the person who left',
  async (_, role, checkoutId, ended) => {
    await using world = await World.start();
    const { account, second, remove, deliverAll, customer } = await begin(world);
    const other = newAccount(db, { step: null, subscription: ended && 'active' });
    await write(db, other.statements);
    const { accountId } = other.account;
    await raw.batch([
      {
        sql: "UPDATE accounts SET checkout_id = ?, checkout_reference = 'chk_1' WHERE id = ?",
        args: [checkoutId, accountId],
      },
      {
        sql: "UPDATE subscriptions SET status = 'deleted', checkout_reference = 'chk_1' WHERE account_id = ?",
        args: [accountId],
      },
      {
        sql: 'INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, ?, 1)',
        args: [account.owner.userId, accountId, role],
      },
    ]);
    await remove(second, account.owner);
    await deliverAll();
    expect(await customer()).toEqual(contactOf(second));
    expect(reported).toEqual([]);
  },
);
