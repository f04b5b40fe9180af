import type { Client } from '@libsql/client';
import { eq } from 'drizzle-orm';
import { accounts } from '#db/schema/index.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { newAccount, newMember, openRows, write } from '#tests/support/account-rows.ts';
import { paddleEvent, paddleSubscription, testReference } from '#tests/support/paddle-events.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { portOf, startSides } from '../support/sides.ts';
import { median, quantile } from '../support/statistics.ts';
import { sendBurst, type Webhook } from './webhook-sender.ts';

const WEBHOOKS = 2_000;
const ACCOUNTS = 200;
/** The distinct events; the other webhooks repeat one of these. */
const EVENTS_AN_ACCOUNT = 7;
const ACCOUNTS_A_WRITE = 20;
const WARM_UP = 100;
const ROUNDS = 3;
const GOAL_MS = 50;
/** The database goes down after this many answers, and returns this much later. */
const KILLED_AFTER = WEBHOOKS / 2;
const DOWN_MS = 500;
const plans = ['starter', 'pro-1', 'pro-2'];

interface Billed {
  accountId: string;
  /** The newest of all its events, which its state must end with. */
  newestEventId: string;
}

/**
 * A burst of billing webhooks, some repeated and none in order: none lost, none applied twice. Then the same with the
 * database killed in the middle; each webhook is sent until it is accepted, as the provider does.
 */
export async function benchWebhooks(): Promise<Section> {
  const sides = await startSides();
  const { stack } = sides;
  const database = openTestDatabase(stack.databaseUrl);
  try {
    await database.execute('CREATE TABLE bench_events (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    await recordApplications(database);
    const ours = { port: portOf(stack), path: '/webhooks/paddle', secret: stack.webhookSecret };
    const bare = { port: sides.bare.port, path: '/write', secret: stack.webhookSecret };
    const warmUp = await makeBurst(stack.databaseUrl, WARM_UP / 10, WARM_UP);
    await sendBurst(ours, warmUp.webhooks);
    await sendBurst(bare, warmUp.webhooks);

    const notes: string[] = [];
    const p99s: Array<[number, number]> = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await makeBurst(stack.databaseUrl, ACCOUNTS, WEBHOOKS);
      const { latenciesMs, tookMs } = await sendBurst(ours, quiet.webhooks);
      const beside = await sendBurst(bare, quiet.webhooks);
      p99s.push([quantile(latenciesMs, 0.99), quantile(beside.latenciesMs, 0.99)]);
      const rates = [tookMs, beside.tookMs].map((ms) => (WEBHOOKS / (ms / 1_000)).toFixed(0));
      notes.push(
        `- ${rates[0]} a second, bare ${rates[1]}; ${await check(database, quiet.billed, quiet.webhooks)}.`,
      );
    }
    const killed = await makeBurst(stack.databaseUrl, ACCOUNTS, WEBHOOKS);
    let outage: Promise<void> | undefined;
    const { repeated } = await sendBurst(ours, killed.webhooks, (taken) => {
      if (taken >= KILLED_AFTER) outage ??= killDatabase(stack);
    });
    await outage;
    if (repeated === 0)
      throw new Error('No webhook was resent, so the run does not test an outage of the database.');
    const kept = await check(database, killed.billed, killed.webhooks);
    notes.push(`- With the database killed during the burst, ${repeated} were resent; ${kept}.`);
    const [p99, bareP99] = [median(p99s.map(([p]) => p)), median(p99s.map(([, p]) => p))];
    const baseline = `${bareP99.toFixed(1)} ms (bare + one libSQL write)`;
    return {
      title: 'Billing webhooks',
      text: `${WEBHOOKS.toLocaleString('en')} webhooks over ${ACCOUNTS} accounts in a burst, 16 connections, raw workerd, ${ROUNDS} alternating rounds, medians.`,
      figures: [
        { ...valueFigure('p99', p99, { unit: 'ms', atMost: GOAL_MS, baseline }), ratio: p99 / bareP99 },
      ],
      notes: notes.join('\n'),
    };
  } finally {
    database.close();
    await sides.stop();
  }
}

async function killDatabase(stack: Stack): Promise<void> {
  await stack.killDatabase();
  await new Promise((resolve) => setTimeout(resolve, DOWN_MS));
  await stack.startDatabase();
}

/** The product stores only the last applied event; triggers record every application. */
async function recordApplications(database: Client): Promise<void> {
  const note = `BEGIN INSERT INTO applied VALUES (new.account_id, new.event_id); END`;
  await database.batch(
    [
      'CREATE TABLE applied (account_id TEXT NOT NULL, event_id TEXT NOT NULL)',
      `CREATE TRIGGER applied_first AFTER INSERT ON subscriptions ${note}`,
      `CREATE TRIGGER applied_next AFTER UPDATE OF event_id ON subscriptions ${note}`,
    ],
    'write',
  );
}

/** Creates accounts without a subscription, and the webhooks of their purchases and changes, shuffled. */
export async function makeBurst(databaseUrl: string, accounts: number, size: number) {
  const db = openRows(databaseUrl);
  const made = Array.from({ length: accounts }, () => newPayer(db));
  for (let first = 0; first < made.length; first += ACCOUNTS_A_WRITE) {
    const some = made.slice(first, first + ACCOUNTS_A_WRITE);
    await write(
      db,
      some.flatMap(({ statements }) => statements),
    );
  }
  const billed: Billed[] = [];
  const webhooks: Webhook[] = [];
  for (const { accountId } of made) {
    const events = eventsOf(accountId);
    webhooks.push(...events.webhooks);
    billed.push({ accountId, ...events });
  }
  const distinct = webhooks.length;
  // Repeats from the first webhook on, so each account has some repeated events.
  while (webhooks.length < size)
    webhooks.push(...webhooks.slice(0, Math.min(distinct, size - webhooks.length)));
  return { billed, webhooks: shuffle(webhooks) };
}

/**
 * An account with a payer whose owner has not confirmed their e-mail, so nothing runs for it. Otherwise this would measure
 * two hundred instances starting on the same two cores.
 */
function newPayer(db: ReturnType<typeof openRows>) {
  const { account, statements } = newAccount(db, { step: 'confirm-email', subscription: null });
  const { accountId } = account;
  const bought = db
    .update(accounts)
    .set({ checkoutReference: testReference(accountId) })
    .where(eq(accounts.id, accountId));
  return {
    accountId,
    statements: [...statements, ...newMember(db, accountId, 'billing').statements, bought],
  };
}

function eventsOf(accountId: string) {
  const start = Date.now() - EVENTS_AN_ACCOUNT * 1_000;
  const { id: subscriptionId } = paddleSubscription(accountId);
  const webhooks = Array.from({ length: EVENTS_AN_ACCOUNT }, (_, index) => {
    const planId = plans[index % plans.length] ?? 'starter';
    const type = index === 0 ? 'subscription.created' : 'subscription.updated';
    const data = paddleSubscription(accountId, { id: subscriptionId, planId, at: start });
    return paddleEvent(type, data, new Date(start + index * 1_000).toISOString());
  });
  return { webhooks, newestEventId: webhooks.at(-1)?.id ?? '' };
}

/** @returns the stored and applied events, in words. @throws if an event was lost or applied twice. */
async function check(
  database: Client,
  billed: readonly Billed[],
  webhooks: readonly Webhook[],
): Promise<string> {
  const count = async (sql: string, values: string[]) => {
    const { rows } = await database.execute({ sql, args: [JSON.stringify(values)] });
    return new Map(rows.map(({ id, found }) => [String(id), found]));
  };
  const accountIds = billed.map(({ accountId }) => accountId);
  const eventIds = [...new Set(webhooks.map(({ id }) => id))];
  const [newest, applied, twice, messages, revisions, welcomes, kept] = await Promise.all([
    count(
      'SELECT account_id AS id, event_id AS found FROM subscriptions WHERE account_id IN (SELECT value FROM json_each(?))',
      accountIds,
    ),
    count(
      'SELECT account_id AS id, count(*) AS found FROM applied WHERE account_id IN (SELECT value FROM json_each(?)) GROUP BY 1',
      accountIds,
    ),
    count(
      'SELECT event_id AS id, count(*) AS found FROM applied WHERE event_id IN (SELECT value FROM json_each(?)) GROUP BY 1 HAVING count(*) > 1',
      eventIds,
    ),
    count(
      `SELECT workspaces.account_id AS id, count(*) AS found FROM workspaces INNER JOIN outbox
      ON outbox.id LIKE 'msg_billing_' || workspaces.id || '_%'
      WHERE workspaces.account_id IN (SELECT value FROM json_each(?)) GROUP BY 1`,
      accountIds,
    ),
    count(
      'SELECT account_id AS id, revision - 1 AS found FROM workspaces WHERE account_id IN (SELECT value FROM json_each(?))',
      accountIds,
    ),
    count(
      `SELECT subscriptions.account_id AS id, count(*) AS found FROM subscriptions INNER JOIN outbox
      ON outbox.id LIKE 'msg_welcome_' || subscriptions.id || '_%'
      WHERE subscriptions.account_id IN (SELECT value FROM json_each(?)) GROUP BY 1`,
      accountIds,
    ),
    count(
      'SELECT id, 1 AS found FROM provider_events WHERE id IN (SELECT value FROM json_each(?))',
      eventIds,
    ),
  ]);
  const wrong: string[] = [];
  if (kept.size !== eventIds.length) wrong.push(`${eventIds.length - kept.size} events were lost`);
  if (twice.size > 0) wrong.push(`${twice.size} events were applied twice`);
  for (const { accountId: id, newestEventId } of billed) {
    const changes = Number(applied.get(id) ?? 0);
    const writes = Number(revisions.get(id) ?? 0);
    if (newest.get(id) !== newestEventId) wrong.push(`${id} does not end with its newest event`);
    // Several changes that were written together are sent once.
    if (writes < 1 || writes > changes || writes !== messages.get(id)) {
      wrong.push(`${id}: ${changes} changes, ${messages.get(id)} messages, ${writes} revisions`);
    }
    if (welcomes.get(id) !== 1) wrong.push(`${id} was welcomed ${welcomes.get(id)} times`);
  }
  if (wrong.length > 0) throw new Error(wrong.slice(0, 10).join('\n'));
  const changes = [...applied.values()].reduce<number>((sum, found) => sum + Number(found), 0);
  return `${eventIds.length} events kept, ${changes} changes applied: none lost, none twice`;
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
