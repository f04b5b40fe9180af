import type { Client } from '@libsql/client';
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
import { advanceClock, setClusterFault, untilStatus } from '../support/set-up.ts';
import { expect, signInAs, test } from './support/billing.ts';
import { walkScreens } from './support/state-walk.ts';

interface Rows {
  planId: string;
  /** Null without a current subscription. */
  status: BillingStatus | null;
  /** SQL of the dates that accompany the status. */
  pausedAt?: string;
  cancelsAt?: string;
}

/** The account's rows in each state, as the provider's events write them. */
const rows: Record<SubscriptionState, Rows> = {
  trial: { planId: 'trial-1', status: null },
  none: { planId: 'power', status: null },
  active: { planId: 'starter', status: 'active' },
  past_due: { planId: 'starter', status: 'past_due' },
  paused: { planId: 'starter', status: 'paused', pausedAt: 'updated_at' },
  cancelled: { planId: 'starter', status: 'active', cancelsAt: 'current_period_ends_at' },
  ended: { planId: 'starter', status: 'deleted', cancelsAt: 'updated_at' },
};

async function writeState(database: Client, accountId: string, state: SubscriptionState): Promise<void> {
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

/** Waits until the outbox is empty: a later delivery would send the test's rows to the workspace and start it. */
function untilDelivered(database: Client): Promise<boolean> {
  return eventually(
    async () =>
      (await database.execute('SELECT 1 FROM outbox WHERE delivered_at IS NULL LIMIT 1')).rows.length === 0,
  );
}

/**
 * Brings an account's workspace to Online, Stopped or deleted, or leaves it waiting for a cluster that does not respond.
 */
async function bringTo(
  { owner, database }: { owner: Owner; database: Client },
  workspace: WorkspaceState,
  hasPaid: boolean,
): Promise<void> {
  const { client, fields } = owner;
  const name = fields.accountName;
  await untilStatus(client, 1);
  if (hasPaid) await subscribe(owner, { planId: 'starter', period: 'monthly' });
  if (workspace === 'running') return;
  if (hasPaid) await simulate(owner, database, 'paused', 'paused');
  else await advanceClock(client, name, 'P14D');
  await untilStatus(client, 3);
  await untilDelivered(database);
  if (workspace === 'stopped') return;
  if (workspace === 'deleting') await setClusterFault(client, name, 'api-500');
  await advanceClock(client, name, hasPaid ? 'P90D' : 'P3D');
  const title = workspace === 'deleted' ? 'Your workspace was deleted' : 'Your workspace is being deleted';
  await eventually(async () => (await (await client.get('/dashboard')).text()).includes(title));
}

const families: Array<{ hasPaid: boolean; states: SubscriptionState[] }> = [
  { hasPaid: false, states: subscriptionStates.filter((state) => rows[state].status === null) },
  { hasPaid: true, states: subscriptionStates.filter((state) => rows[state].status !== null) },
];

for (const { hasPaid, states } of families) {
  for (const workspace of workspaceStates) {
    test(`no two screens disagree: ${workspace} workspace, ${hasPaid ? 'paid' : 'unpaid'} account`, async ({
      page,
      stack,
      database,
    }) => {
      test.setTimeout(600_000);
      const owner = await registerOwner(stack, database);
      await bringTo({ owner, database }, workspace, hasPaid);
      await signInAs(page, owner.client);
      expect(states.length).toBeGreaterThan(1);
      for (const state of states) {
        await writeState(database, owner.accountId, state);
        await walkScreens(page, state, workspace);
      }
    });
  }
}
