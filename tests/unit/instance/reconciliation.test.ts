import { expect, test } from 'vitest';
import {
  differences,
  findUnknownToDatabase,
  type KnownWorkspace,
  type RunningWorkspace,
} from '#app/domain/instance/reconciliation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = 1_800_000_000_000;

function knownWorkspace(changes: Partial<KnownWorkspace> = {}): KnownWorkspace {
  return {
    workspaceId: 'wks_1',
    clusterId: 'eu-1',
    revision: 3,
    factsRevision: 3,
    phase: 'online',
    confirmedAt: NOW - 100 * HOUR_MS,
    reportedAt: NOW - HOUR_MS,
    ...changes,
  };
}

function running(changes: Partial<RunningWorkspace> = {}): RunningWorkspace {
  return { clusterId: 'eu-1', name: 'ws-ada', workspaceId: 'wks_1', replicas: 1, ...changes };
}

function findDifferences(
  workspace: KnownWorkspace,
  there: RunningWorkspace[] = [running()],
  answered = ['eu-1', 'us-1'],
) {
  return differences([workspace], new Map([['wks_1', there]]), new Set(answered), NOW).map(
    ({ repair, difference }) => [repair, difference],
  );
}

test('finds nothing when everything matches', () => {
  expect(findDifferences(knownWorkspace())).toEqual([]);
  expect(findDifferences(knownWorkspace({ phase: 'stopped' }), [running({ replicas: 0 })])).toEqual([]);
  expect(findDifferences(knownWorkspace({ phase: 'deleted' }), [])).toEqual([]);
});

test.for([
  [
    'an object without facts',
    knownWorkspace({ phase: null, factsRevision: null, reportedAt: null }),
    undefined,
    ['send-facts', 'never_reported'],
  ],
  [
    'an object that follows an older telling',
    knownWorkspace({ revision: 4 }),
    undefined,
    ['send-facts', 'facts_outdated'],
  ],
  [
    'an object that has not said anything for more than a day',
    knownWorkspace({ reportedAt: NOW - 28 * HOUR_MS }),
    undefined,
    ['probe', 'silent'],
  ],
  ['an Online workspace that the cluster lost', knownWorkspace(), [], ['probe', 'missing_in_cluster']],
  [
    'an Online workspace that someone scaled down',
    knownWorkspace(),
    [running({ replicas: 0 })],
    ['probe', 'stopped_though_online'],
  ],
  [
    'a Stopped workspace that someone scaled up',
    knownWorkspace({ phase: 'stopped' }),
    [running()],
    ['probe', 'runs_though_stopped'],
  ],
  [
    'a deleted workspace of which something turned up',
    knownWorkspace({ phase: 'deleted' }),
    [running()],
    ['probe', 'runs_though_deleted'],
  ],
] as const)('%s', ([, workspace, there, finding]) => {
  expect(findDifferences(workspace, there as RunningWorkspace[] | undefined)).toEqual([finding]);
});

test('reports a workspace in a wrong cluster and changes nothing there', () => {
  expect(findDifferences(knownWorkspace(), [running(), running({ clusterId: 'us-1' })])).toEqual([
    ['report', 'in_wrong_cluster'],
  ]);
});

test('gives changes time to arrive', () => {
  const justNow = NOW - MINUTE_MS;
  expect(
    findDifferences(
      knownWorkspace({ phase: null, factsRevision: null, reportedAt: null, confirmedAt: justNow }),
      [],
    ),
  ).toEqual([]);
  expect(findDifferences(knownWorkspace({ revision: 4, reportedAt: justNow }))).toEqual([]);
  expect(findDifferences(knownWorkspace({ phase: 'pending' }), [])).toEqual([]);
  expect(findDifferences(knownWorkspace({ phase: 'removing' }), [running()])).toEqual([]);
});

test('finds nothing missing in a cluster that does not answer', () => {
  expect(findDifferences(knownWorkspace(), [], ['us-1'])).toEqual([]);
});

test('reports workspaces that the database does not know', () => {
  const stranger = running({ workspaceId: 'wks_9' });
  expect(findUnknownToDatabase([running(), stranger], new Set(['wks_1']))).toEqual([
    { repair: 'report', workspaceId: 'wks_9', difference: 'unknown_to_database' },
  ]);
});

const copy = (createdAt: number | null) => running({ name: 'rehearsal-ada', isRehearsal: true, createdAt });

test.for([
  ['a copy of a running rehearsal is not a difference', copy(NOW - 30 * MINUTE_MS), []],
  ['a copy that is older than any rehearsal', copy(NOW - 2 * HOUR_MS), [['probe', 'rehearsal_left_over']]],
  ['a copy of unknown age', copy(null), [['probe', 'rehearsal_left_over']]],
] as const)('%s', ([, there, expected]) => {
  expect(findDifferences(knownWorkspace(), [there, running()])).toEqual(expected);
  // A copy is never mistaken for the workspace itself.
  expect(findDifferences(knownWorkspace({ phase: 'stopped' }), [there, running({ replicas: 0 })])).toEqual(
    expected,
  );
  expect(findDifferences(knownWorkspace({ phase: 'deleted' }), [there])).toEqual(expected);
  expect(findDifferences(knownWorkspace(), [there])).toContainEqual(['probe', 'missing_in_cluster']);
});
