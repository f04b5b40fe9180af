import { afterAll, expect, inject, test } from 'vitest';
import {
  type SubscriptionState,
  subscriptionStates,
  type WorkspaceState,
  workspaceStates,
} from '#app/domain/billing/account-state.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { simulate, subscribe } from '../support/billing-calls.ts';
import { type Owner, registerOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import {
  advanceClock,
  advanceToProbe,
  setClusterFault,
  untilOnline,
  untilStatus,
} from '../support/set-up.ts';
import { expectScreens } from '../support/state-screens.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

interface Rows {
  planId: string;
  /** Null without a current subscription. */
  status: BillingStatus | null;
  /** SQL of the dates that accompany the status. */
  pausedAt?: string;
  cancelsAt?: string;
}

const NOW = String(Date.now());

/** The account's rows in each state, as the provider's events write them. */
const rows: Record<SubscriptionState, Rows> = {
  trial: { planId: 'trial-1', status: null },
  none: { planId: 'power', status: null },
  active: { planId: 'starter', status: 'active' },
  past_due: { planId: 'starter', status: 'past_due' },
  paused: { planId: 'starter', status: 'paused', pausedAt: NOW },
  cancelled: { planId: 'starter', status: 'active', cancelsAt: 'current_period_ends_at' },
  ended: { planId: 'starter', status: 'deleted', cancelsAt: NOW },
};

async function writeState(accountId: string, state: SubscriptionState): Promise<void> {
  const { planId, status, pausedAt = 'NULL', cancelsAt = 'NULL' } = rows[state];
  await database.batch(
    [
      { sql: 'UPDATE accounts SET plan_id = ? WHERE id = ?', args: [planId, accountId] },
      {
        sql: `UPDATE subscriptions SET status = ?, paused_at = ${pausedAt}, cancels_at = ${cancelsAt}
          WHERE account_id = ?`,
        args: [status ?? 'active', accountId],
      },
    ],
    'write',
  );
}

/** Waits until the workspace has received all facts: a later delivery would send it the test's rows and start it. */
function untilFactsReceived(accountId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM outbox WHERE delivered_at IS NULL AND json_extract(payload, '$.workspaceId') IN
    (SELECT id FROM workspaces WHERE account_id = ?) LIMIT 1`;
  return eventually(async () => (await database.execute({ sql, args: [accountId] })).rows.length === 0);
}

/**
 * Brings an account's workspace to Online, Stopped or deleted, or leaves it waiting for a cluster that does not respond.
 */
async function bringTo(owner: Owner, workspace: WorkspaceState, hasPaid: boolean): Promise<void> {
  const { client, fields } = owner;
  const name = fields.accountName;
  await untilOnline(client);
  if (hasPaid) await subscribe(owner, { planId: 'starter', period: 'monthly' });
  if (workspace === 'running') return void (await untilFactsReceived(owner.accountId));
  if (hasPaid) await simulate(owner, database, 'paused', 'paused');
  else await advanceClock(client, name, 'P14D');
  await untilStatus(client, 3);
  await untilFactsReceived(owner.accountId);
  if (workspace === 'stopped') return;
  if (workspace === 'deleting') await setClusterFault(client, name, 'api-500');
  await advanceClock(client, name, hasPaid ? 'P90D' : 'P3D');
  const title = workspace === 'deleted' ? 'Your workspace was deleted' : 'Your workspace is being deleted';
  await eventually(
    async () =>
      (await (await client.get('/dashboard?whole')).text()).includes(title) || advanceToProbe(client, name),
  );
}

const families: Array<{ hasPaid: boolean; states: SubscriptionState[] }> = [
  { hasPaid: false, states: subscriptionStates.filter((state) => rows[state].status === null) },
  { hasPaid: true, states: subscriptionStates.filter((state) => rows[state].status !== null) },
];

const cases = families.flatMap(({ hasPaid, states }) =>
  workspaceStates.map((workspace) => ({ workspace, hasPaid, states })),
);

test.for(cases)(
  'no two screens disagree: $workspace workspace, paid account: $hasPaid',
  async ({ workspace, hasPaid, states }) => {
    const owner = await registerOwner(portal, database);
    await bringTo(owner, workspace, hasPaid);
    expect(states.length).toBeGreaterThan(1);
    for (const state of states) {
      await writeState(owner.accountId, state);
      await expectScreens(owner.client, state, workspace);
    }
  },
);
