import { expect, test } from 'vitest';
import type { KnownWorkspace } from '#app/domain/instance/reconciliation.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { reconcileWorkspaces } from '#app/use-cases/workspace/reconcile-workspaces.ts';

const NOW = 1_800_000_000_000;

/** Runs the hourly reconciliation. @returns the reports. */
async function reconcile(
  known: readonly KnownWorkspace[],
  probe = () => Promise.resolve(true),
): Promise<string[]> {
  const reports: string[] = [];
  await reconcileWorkspaces({
    clock: { now: () => NOW },
    inventories: [],
    workspaces: {
      page: async (after: string) => known.filter(({ workspaceId }) => workspaceId > after).slice(0, 500),
      requeueFacts: async () => {},
    },
    workspaceObject: () => ({ reconcile: probe }),
    reportError: (error) => reports.push(String(error)),
  });
  return reports;
}

const workspacesOf = (count: number, changes: Partial<KnownWorkspace>): KnownWorkspace[] =>
  Array.from({ length: count }, (_, index) => ({
    workspaceId: `wks_${String(index).padStart(4, '0')}`,
    clusterId: 'eu-1',
    revision: 2,
    factsRevision: 2,
    phase: 'online',
    confirmedAt: NOW - 100 * HOUR_MS,
    reportedAt: NOW - HOUR_MS,
    ...changes,
  }));

test('reports all workspaces that wait for the facts of a changed plan once, with their number', async () => {
  expect(await reconcile(workspacesOf(150, { factsRevision: 1 }))).toEqual([
    `Error: Reconciliation: facts_outdated: ${Array.from({ length: 10 }, (_, index) => `wks_000${index}`).join(', ')} and 140 more`,
  ]);
});

test('names the workspace of a single difference', async () => {
  expect(await reconcile(workspacesOf(1, { factsRevision: 1 }))).toEqual([
    'Error: Reconciliation: facts_outdated: wks_0000',
  ]);
});

test('reports repairs that fail once, with their number', async () => {
  const reports = await reconcile(workspacesOf(50, { reportedAt: NOW - 30 * HOUR_MS }), () =>
    Promise.reject<boolean>(new Error('The object is away.')),
  );
  expect(reports).toEqual([
    'Error: Reconciliation: 50 repairs failed.',
    expect.stringMatching(/^Error: Reconciliation: silent: .* and 40 more$/),
  ]);
});
