import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, post } from '../support/api-calls.ts';
import { get, plansOf, refusalOf } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

let owner: Owner;
beforeAll(async () => {
  owner = await setUpOwner(portal, database);
});
afterAll(() => database.close());

test('lists the plans for everyone, each for each period, the cheapest first', async () => {
  const anyone = new PortalClient(portal);
  const plans = await plansOf(anyone);
  const prices = plans.map(({ recurring_price }) => recurring_price.USD);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(plans.map(({ spec }) => `${spec.planId} ${spec.period}`).sort()).toEqual(
    ['custom', 'pro-1', 'pro-2', 'starter'].flatMap((id) => [`${id} monthly`, `${id} yearly`]),
  );
  const starter = plans.find(({ spec }) => spec.planId === 'starter' && spec.period === 'yearly');
  expect(starter).toMatchObject({ name: 'Starter', billing_type: 'year', billing_period: 1 });
  expect((await get(anyone, `/v1/paddle/plan/${starter?.id}`)).body).toEqual(starter);
  expect(await get(anyone, '/v1/paddle/plan/pri_none')).toMatchObject({
    status: 404,
    body: { code: 'plan_not_found', error: 'This plan doesn’t exist.' },
  });
});

test('shows each plan as in its row', async () => {
  const { client, accountId } = await setUpOwner(portal, database);
  const { rows } = await database.execute('SELECT * FROM plans ORDER BY id');
  expect(rows.length).toBe(7);
  for (const row of rows) {
    await database.execute({
      sql: 'UPDATE accounts SET plan_id = ? WHERE id = ?',
      args: [String(row.id), accountId],
    });
    const isTrial = row.id === 'trial-1';
    expect((await get(client, '/user/plan')).body).toMatchObject({
      planId: row.id,
      displayName: row.display_name,
      isActive: true,
      userIsTrialing: isTrial,
      monthlyExecutionsLimit: row.monthly_executions_limit,
      activeWorkflowsLimit: row.active_workflows_limit,
      concurrentExecutionsLimit: row.concurrent_executions_limit,
      expirationDate: isTrial ? expect.any(String) : null,
      credentialsLimit: row.credentials_limit,
      supportTier: row.support_tier,
      pruneExecutionsInterval: Number(row.log_retention_days) * 24,
      licenseFeatures: JSON.parse(String(row.license_features)),
      enabledFeatures: JSON.parse(String(row.enabled_features)),
      userManagementEnabled: row.user_management_enabled === 1,
      allowCustomQuotas: row.allow_custom_quotas === 1,
      metadata: { version: row.version, group: row.plan_group, slug: row.slug },
    });
  }
});

const plan = { planId: 'pro-2', period: 'monthly', chargeNow: true };
const quota = { executions: 20_000, activeWorkflows: 20, chargeNow: true };

test.for([
  ['POST', '/account/plan/change', { ...plan, planId: 'custom' }, 'plan_unknown', []],
  ['POST', '/account/plan/change', { ...plan, planId: 'large' }, 'plan_unknown', []],
  ['POST', '/account/plan/change', { ...plan, planId: 3 }, 'invalid_form', ['planId']],
  ['POST', '/account/plan/change', { ...plan, period: 'weekly' }, 'invalid_form', ['period']],
  ['POST', '/account/plan/change', { ...plan, chargeNow: undefined }, 'invalid_form', ['chargeNow']],
  ['POST', '/account/plan/change', { ...plan, accountId: 'acc_1' }, 'invalid_form', ['accountId']],
  ['POST', '/account/plan/change/preview', { ...plan, chargeNow: 'yes' }, 'invalid_form', ['chargeNow']],
  ['PATCH', '/account/plan/change/custom', { ...quota, executions: 9_000 }, 'invalid_form', ['executions']],
  ['PATCH', '/account/plan/change/custom', { ...quota, executions: 251_000 }, 'invalid_form', ['executions']],
  ['PATCH', '/account/plan/change/custom', { ...quota, executions: 20_500 }, 'invalid_form', ['executions']],
  ['PATCH', '/account/plan/change/custom', { ...quota, executions: 'many' }, 'invalid_form', ['executions']],
  [
    'PATCH',
    '/account/plan/change/custom',
    { ...quota, activeWorkflows: 20.5 },
    'invalid_form',
    ['activeWorkflows'],
  ],
  [
    'POST',
    '/account/plan/change/custom/preview',
    { executions: null },
    'invalid_form',
    ['activeWorkflows', 'executions'],
  ],
  ['POST', '/account/complete-checkout', { planId: null }, 'invalid_form', ['planId']],
] as const)('%s %s refuses %j: %s', async ([method, path, body, code, wrong]) => {
  expect(await refusalOf(await call(owner.client, method, path, body))).toEqual({ status: 422, code, wrong });
});

test('only the custom plan’s link accepts a quota', async () => {
  const { client } = await setUpOwner(portal, database);
  const plans = await plansOf(client);
  const linkOf = (planId: string, body?: object) => {
    const id = plans.find(({ spec }) => spec.planId === planId)?.id;
    return post(client, `/v1/paddle/plan/${id}/generatePayLink`, body);
  };
  const { chargeNow: _, ...wanted } = quota;
  const link = await linkOf('custom', wanted);
  const { url, transactionId } = (await link.json()) as { url: string; transactionId: string };
  expect(transactionId).toMatch(/^txn_/);
  expect(new URL(url).searchParams.get('transaction')).toBe(transactionId);
  expect(await refusalOf(await linkOf('custom'))).toMatchObject({
    status: 422,
    wrong: ['activeWorkflows', 'executions'],
  });
  expect(await refusalOf(await linkOf('starter', wanted))).toMatchObject({
    status: 422,
    wrong: ['activeWorkflows', 'executions'],
  });
});
