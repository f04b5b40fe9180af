import type { Client } from '@libsql/client';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { call } from '../support/api-calls.ts';
import { goInside } from '../support/backup-calls.ts';
import { subscribe } from '../support/billing-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import { writeObjectStorage } from '../support/object-storage.ts';
import { idsOf } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { instanceOf, setUpOnline, untilStatus } from '../support/set-up.ts';
import { writeExecutions } from '../support/written-executions.ts';

const PLAN_EXECUTIONS = 10_000;
const RUN_EXECUTIONS = 11_640;
/** The version after the one that new workspaces run. */
const NEXT = '2.41.3';

/** An account that runs beyond its plan: paid executions this month, and charges of earlier ones. */
export async function makeRunningOn(stack: Stack & { dataDirectory: string }, database: Client) {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client);
  const { accountId } = await idsOf(database, fields.accountName);
  await subscribe({ client, fields }, { planId: 'pro-1', period: 'monthly' });
  await eventually(async () => {
    const { status, limits } = await instanceOf(client);
    return status === 1 && limits.executions === PLAN_EXECUTIONS;
  });
  const choice = { atLimit: 'run_on', maxThousands: 3, unitAmount: 800, currency: 'USD' };
  await call(client, 'PUT', '/account/plan/at-limit', choice);
  writeExecutions(stack.dataDirectory, fields.accountName, RUN_EXECUTIONS);
  const { rows } = await database.execute({
    sql: 'SELECT id FROM subscriptions WHERE account_id = ? AND is_current = 1',
    args: [accountId],
  });
  await database.batch(
    (
      [
        ['2026-08', 12_345_678, 12_346, 'refused'],
        ['2026-09', 310, 1, 'charged'],
        ['2026-10', 2_204, 3, 'due'],
      ] as const
    ).map(([month, executions, units, status]) => ({
      sql: `INSERT INTO overage_charges (account_id, month, part, subscription_id, executions, units, unit_amount, currency, tax_inclusive, status)
        VALUES (?, ?, 1, ?, ?, ?, 800, 'USD', 0, ?)`,
      args: [accountId, month, String(rows[0]?.id), executions, units, status],
    })),
    'write',
  );
  return client;
}

/** Creates webhooks in every state behind a paused replay, and a checked version that would break a workflow. */
export async function makeHolding(stack: Stack) {
  const client = new PortalClient(stack);
  const { accountName } = await setUpOnline(client);
  const long = `/webhook/${'w'.repeat(60)}`;
  await holdWebhooks(client, accountName, [
    ...[1, 2, 3].map((order) => ({ path: '/webhook/orders', body: `{"order":${order}}` })),
    { path: long, method: 'PUT', body: 'x'.repeat(2_000) },
    { path: '/webhook/unwanted' },
    { path: '/webhook/no-such-webhook', body: 'a=b' },
  ]);
  await client.post('/manage/webhooks', {
    intent: 'drop-path',
    path: '/webhook/unwanted',
    until: `${Date.now()}`,
  });
  await untilStatus(client, 1);
  const inside = await goInside(client, accountName);
  await inside.createWorkflow('Daily report');
  await inside.createWorkflow('Old invoices', 'n8n-nodes-base.functionItem');
  await call(client, 'PUT', '/instance/configuration', { version: NEXT });
  await eventually(async () => (await (await client.get('/manage/update')).text()).includes('would break'));
  return client;
}

/** Changes a workspace to a version that passed its check; it can go back. */
export async function makeUpdated(stack: Stack) {
  const client = new PortalClient(stack);
  await setUpOnline(client);
  await call(client, 'PUT', '/instance/configuration', { version: NEXT });
  await eventually(async () => {
    const { status, version } = await instanceOf(client);
    return status === 1 && version.name === NEXT;
  });
  return client;
}

/** Gives a workspace a checked version that was withdrawn during its check: this build's list of versions withdraws none. */
export async function withdrawRehearsed(
  stack: Stack & { dataDirectory: string },
  workspace: string,
): Promise<void> {
  const at = Date.now();
  const report = {
    workflows: 12,
    activeWorkflows: 3,
    problems: [],
    changes: [],
    announced: null,
    isCut: false,
  };
  const state: RehearsalState = {
    serial: 1,
    from: '2.40.7',
    target: NEXT,
    requestedAt: at,
    updateAt: null,
    phase: { kind: 'reported', at, result: 'withdrawn', outcome: { verdict: 'passed', report } },
  };
  await writeObjectStorage(stack, stack.dataDirectory, workspace, (storage) => {
    storage
      .prepare('INSERT INTO rehearsal (only_row, state) VALUES (1, ?)')
      .run(JSON.stringify({ version: 1, state }));
  });
}
