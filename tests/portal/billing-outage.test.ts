import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Stack } from '#scripts/local/stack.ts';
import { call, post } from '../support/api-calls.ts';
import { payingOwner, postChange } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { postToSandbox } from '../support/sandbox-calls.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack: other tests need Paddle, and the test clears this Worker's price cache. */
let stack: Stack;
let database: ReturnType<typeof openTestDatabase>;
/** Pays for Starter monthly. */
let owner: Owner;
beforeAll(async () => {
  stack = await startTestStack({ isDirect: true, variables: { OUTBOUND_TIMEOUT_FACTOR: '1' } });
  database = openTestDatabase(stack.databaseUrl);
  owner = await payingOwner(stack, database);
});
afterAll(async () => {
  database?.close();
  await stack?.stop();
});

/** Restarts the Worker, which empties its price cache. */
async function forgetPrices(): Promise<void> {
  await stack.killWorker();
  await stack.startWorker();
}

const setFault = (mode: 'none' | 'down' | 'slow' | 'slow-changes') =>
  postToSandbox(stack, '/paddle/faults', { mode });

beforeEach(() => setFault('none'));

async function measure(ask: () => Promise<Response>) {
  const startedAt = performance.now();
  const answer = await ask();
  const text = await answer.text();
  return { status: answer.status, text, tookMs: performance.now() - startedAt };
}

const unavailable = 'Billing isn’t responding right now. Please try again soon.';
/** Counts the alerts of a page that say that the provider doesn't respond. */
const countAlerts = (html: string) =>
  html.split('role="alert"').filter((part, index) => index > 0 && part.includes(unavailable)).length;
const change = { planId: 'pro-1', period: 'monthly' };
const quota = { executions: 20_000, activeWorkflows: 20 };

test.for([
  ['down', 0],
  ['slow', 2_900],
] as const)('pages work without a provider that is %s, and calls fail in time', async ([mode, atLeastMs]) => {
  await forgetPrices();
  await setFault(mode);
  const { client } = owner;
  const [choose, confirm, billing, ...calls] = await Promise.all([
    measure(() => client.get('/account/change-plan')),
    measure(() => client.get('/account/change-plan?confirm=pro-1&period=monthly')),
    measure(() => client.get('/manage/billing')),
    measure(() => call(client, 'GET', '/v1/paddle/plans')),
    measure(() => call(client, 'GET', '/v1/paddle/plan/pri_none')),
    measure(() => call(client, 'GET', '/account/plan/next-payment')),
    measure(() => post(client, '/account/plan/change/preview', change)),
    measure(() => post(client, '/account/plan/change/custom/preview', quota)),
  ]);

  expect(choose.status).toBe(200);
  expect(choose.text).toContain(unavailable);
  expect(choose.text).toContain(
    'Prices can’t be loaded right now. You can still see what each plan includes.',
  );
  expect(choose.text).toContain('10,000 executions');
  expect(choose.text).not.toMatch(/\$\d/);

  // Without a known price there is nothing to confirm.
  expect(confirm.status).toBe(200);
  expect(confirm.text).toContain(unavailable);
  expect(confirm.text).not.toMatch(/\$\d/);

  expect(billing.status).toBe(200);
  expect(billing.text).toContain('Could not load payment information.');
  // The portal's own data still shows: the plan, the card and the bills.
  for (const ours of ['Starter', '4242', '/manage/billing/invoice/txn_'])
    expect(billing.text).toContain(ours);

  for (const { status, text } of calls) {
    expect([status, JSON.parse(text)]).toEqual([503, { code: 'billing_unavailable', error: unavailable }]);
  }
  for (const { tookMs } of [choose, confirm, billing, ...calls]) {
    expect(tookMs).toBeGreaterThanOrEqual(atLeastMs);
  }
});

test('a plan chosen while the provider is down is refused on its page; the prices come back with the provider', async () => {
  // Prices that another test has seen would be shown.
  await forgetPrices();
  const { client } = await setUpOwner(stack, database);
  await setFault('down');
  const refused = await postChange(client, { intent: 'checkout', plan: 'starter', period: 'monthly' });
  const page = await refused.text();
  expect(refused.status).toBe(503);
  for (const words of ['Choose your plan', 'Choose Starter', '2,500 executions a month'])
    expect(page).toContain(words);
  // The page itself says once that the prices are missing; the refusal says why nothing was bought.
  const opened = await (await client.get('/account/change-plan')).text();
  expect([countAlerts(opened), countAlerts(page)]).toEqual([1, 2]);
  expect(page).not.toMatch(/\$\d/);

  await setFault('none');
  const priced = await eventually(async () => {
    const text = await (await client.get('/account/change-plan')).text();
    return /\$\d+\.\d\d a month/.test(text) && text;
  });
  expect(priced).not.toContain(unavailable);
});

test('prices that were seen are shown while the provider is down; a change is refused, and possible again afterwards', async () => {
  const { client, accountId } = owner;
  expect(await (await client.get('/account/change-plan')).text()).toContain('$24');
  await setFault('down');
  const page = await client.get('/account/change-plan');
  expect([page.status, (await page.text()).includes('$24')]).toEqual([200, true]);
  expect((await call(client, 'GET', '/v1/paddle/plans')).status).toBe(200);

  const refused = await post(client, '/account/plan/change', { ...change, chargeNow: true });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { code: 'billing_unavailable', error: unavailable },
  ]);
  const form = await postChange(client, {
    intent: 'change',
    plan: 'pro-1',
    period: 'monthly',
    charge: 'now',
  });
  expect([form.status, (await form.text()).includes(unavailable)]).toEqual([503, true]);
  const account = 'SELECT plan_id, plan_change_claimed_at AS claimed FROM accounts WHERE id = ?';
  expect(await one(database, account, accountId)).toEqual({ plan_id: 'starter', claimed: null });
});

test('a change whose answer came too late is applied by its webhook', async () => {
  const { client, accountId } = owner;
  await client.get('/account/change-plan');
  await setFault('slow-changes');
  const { status, text } = await measure(() =>
    post(client, '/account/plan/change', { ...change, chargeNow: true }),
  );
  expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'billing_unavailable' }]);
  await eventually(async () => {
    const sql = 'SELECT plan_id FROM subscriptions WHERE account_id = ?';
    return (await one(database, sql, accountId)).plan_id === 'pro-1';
  });
});
