import { beforeEach, expect, test } from 'vitest';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { accountId, received, resetAccount, start, subscriptionEvent } from '../../support/billing-events.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { raw, stores } = await ownMemoryDatabase();
const quota = { executions: 42_000, activeWorkflows: 77 };

await raw.execute(`INSERT INTO plans (id, display_name, plan_group, version, slug, monthly_executions_limit,
    active_workflows_limit, concurrent_executions_limit, memory_mib, cpu_millicores, log_retention_days)
  VALUES ('enterprise-acme', 'Enterprise', 'enterprise', 3, 'enterprise-acme', 1000000, 900, 100, 8192, 1000, 365)`);

beforeEach(async () => {
  await resetAccount(raw);
  await receive(subscriptionEvent(1, 'subscription.created', { planId: 'custom', quota }));
  await raw.execute(`DELETE FROM outbox`);
});

async function receive(event: ProviderEvent) {
  await stores.billing.receive(received([event]), start);
}

/** Writes an agreement as docs/decisions/billing.md describes. */
async function agree() {
  await raw.execute(`UPDATE accounts SET plan_id = 'enterprise-acme' WHERE id = '${accountId}'`);
  await raw.execute(
    `UPDATE subscriptions SET is_current = 0 WHERE account_id = '${accountId}' AND status IN ('paused', 'deleted')`,
  );
  await raw.execute(`UPDATE workspaces SET revision = revision + 1 WHERE account_id = '${accountId}'`);
}

async function readState() {
  const [account, mails] = await raw.batch(
    ['SELECT plan_id FROM accounts', `SELECT payload FROM outbox WHERE kind = 'mail'`],
    'read',
  );
  const facts = await stores.workspaces.instanceFacts('wks_1');
  return {
    planId: account?.rows[0]?.plan_id,
    executions: facts?.limits.monthlyExecutions,
    workflows: facts?.limits.activeWorkflows,
    entitlement: facts?.entitlement,
    mails: mails?.rows.map(({ payload }) => (JSON.parse(String(payload)) as { template: string }).template),
  };
}

const agreed = {
  planId: 'enterprise-acme',
  executions: 1_000_000,
  workflows: 900,
  entitlement: { kind: 'active' },
};
const ended = { planId: 'custom' as const, quota, status: 'deleted' as const, cancelsAt: start + 2 };
const paused = { planId: 'custom' as const, quota, status: 'paused' as const, pausedAt: start + 2 };

test.each([
  ['cancelled', ended],
  ['paused', paused],
])(
  'a workspace keeps its agreement after the earlier subscription is %s, and no mail says that it is deleted',
  async (_, end) => {
    await agree();
    await receive(subscriptionEvent(2, 'subscription.updated', end));
    expect(await readState()).toEqual({ ...agreed, mails: [] });
  },
);

test('an agreement made after the subscription ended restores the workspace', async () => {
  await receive(subscriptionEvent(2, 'subscription.canceled', ended));
  expect(await readState()).toMatchObject({ entitlement: { kind: 'cancelled' } });
  await agree();
  expect(await readState()).toMatchObject(agreed);
  // The provider repeats a state.
  await receive(subscriptionEvent(3, 'subscription.updated', ended));
  expect(await readState()).toMatchObject(agreed);
});

test('a running subscription takes precedence over an agreement', async () => {
  await agree();
  await receive(subscriptionEvent(2, 'subscription.updated', { planId: 'pro-1' }));
  expect(await readState()).toMatchObject({ planId: 'pro-1', executions: 10_000, mails: [] });
});
