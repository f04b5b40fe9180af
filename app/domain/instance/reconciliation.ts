import { HOUR_MS, MINUTE_MS } from '../time/clock.ts';
import type { PhaseKind } from './state.ts';

/** What the database knows of a confirmed account's workspace. */
export interface KnownWorkspace {
  workspaceId: string;
  clusterId: string | null;
  /** What its object is to follow, and what it said it follows; null before it first told. */
  revision: number;
  factsRevision: number | null;
  phase: PhaseKind | null;
  /** UTC ms: when the account was confirmed, and when the object last told. */
  confirmedAt: number;
  reportedAt: number | null;
}

/** What a cluster has of a workspace. */
export interface RunningWorkspace {
  clusterId: string;
  name: string;
  workspaceId: string;
  replicas: number;
}

/**
 * Where the database, the objects and the clusters differ, and what is done about it. `send-facts`: the object is
 * sent its facts again. `probe`: the object applies its generation and probes. `report`: only a person can know.
 */
export interface Finding {
  repair: 'send-facts' | 'probe' | 'report';
  workspaceId: string;
  difference:
    | 'never_reported'
    | 'facts_outdated'
    | 'silent'
    | 'missing_in_cluster'
    | 'runs_though_stopped'
    | 'stopped_though_online'
    | 'runs_though_deleted'
    | 'unknown_to_database'
    | 'in_wrong_cluster';
}

/** What is under way is given time to arrive before it counts as a difference. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** An object tells at least once a day, give or take a tenth. */
const SILENCE_MS = 27 * HOUR_MS;

/**
 * Compares what the database and the clusters say (design §2, "Who owns which truth"). Nothing is ever deleted for a
 * difference: what the database does not know, or is where it should not be, is reported.
 *
 * @param known one page of workspaces.
 * @param running everything of them in the clusters that answered, and whatever else is there.
 * @param answered the clusters that did: silence is no absence.
 */
export function differences(
  known: readonly KnownWorkspace[],
  running: ReadonlyMap<string, readonly RunningWorkspace[]>,
  answered: ReadonlySet<string>,
  now: number,
): Finding[] {
  return known.flatMap((workspace) => {
    const found = running.get(workspace.workspaceId) ?? [];
    const elsewhere = found.filter(({ clusterId }) => clusterId !== workspace.clusterId);
    const here = found.find(({ clusterId }) => clusterId === workspace.clusterId);
    const findings: Finding[] = elsewhere.map(() => finding(workspace, 'report', 'in_wrong_cluster'));
    const own = ownDifference(workspace, here, answered, now);
    return own ? [...findings, own] : findings;
  });
}

/** @returns what the clusters run that the database has never heard of. */
export function unknownToDatabase(
  running: Iterable<RunningWorkspace>,
  knownIds: ReadonlySet<string>,
): Finding[] {
  return [...running]
    .filter(({ workspaceId }) => !knownIds.has(workspaceId))
    .map((workspace) => finding(workspace, 'report', 'unknown_to_database'));
}

function ownDifference(
  workspace: KnownWorkspace,
  here: RunningWorkspace | undefined,
  answered: ReadonlySet<string>,
  now: number,
): Finding | null {
  const { phase, reportedAt, factsRevision, revision, confirmedAt, clusterId } = workspace;
  if (phase === null || reportedAt === null || factsRevision === null) {
    return now - confirmedAt < PATIENCE_MS ? null : finding(workspace, 'send-facts', 'never_reported');
  }
  if (now - reportedAt < PATIENCE_MS) return null;
  if (factsRevision < revision) return finding(workspace, 'send-facts', 'facts_outdated');
  if (phase !== 'deleted' && now - reportedAt > SILENCE_MS) return finding(workspace, 'probe', 'silent');
  if (clusterId === null || !answered.has(clusterId)) return null;
  switch (phase) {
    case 'online':
      if (!here) return finding(workspace, 'probe', 'missing_in_cluster');
      return here.replicas === 0 ? finding(workspace, 'probe', 'stopped_though_online') : null;
    case 'stopped':
      return here && here.replicas > 0 ? finding(workspace, 'probe', 'runs_though_stopped') : null;
    case 'deleted':
      return here ? finding(workspace, 'probe', 'runs_though_deleted') : null;
    // On their way: their object asks the cluster itself, every few minutes.
    case 'pending':
    case 'offline':
    case 'backing-up':
    case 'removing':
      return null;
  }
}

function finding(
  { workspaceId }: { workspaceId: string },
  repair: Finding['repair'],
  difference: Finding['difference'],
): Finding {
  return { repair, workspaceId, difference };
}
