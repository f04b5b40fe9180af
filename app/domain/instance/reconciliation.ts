import { HOUR_MS, MINUTE_MS } from '../time/clock.ts';
import type { PhaseKind } from './state.ts';

/** A confirmed account's workspace in the database. */
export interface KnownWorkspace {
  workspaceId: string;
  clusterId: string | null;
  /** Revision of the facts, and the revision that the object reported; null before its first report. */
  revision: number;
  factsRevision: number | null;
  phase: PhaseKind | null;
  /** UTC ms: when the account was confirmed, and when the object last reported. */
  confirmedAt: number;
  reportedAt: number | null;
}

/** A workspace in a cluster. */
export interface RunningWorkspace {
  clusterId: string;
  name: string;
  workspaceId: string;
  replicas: number;
  /** A copy by which an update is rehearsed. */
  isRehearsal?: boolean;
  /** UTC ms; null if the cluster does not report it. */
  createdAt?: number | null;
}

/**
 * The repairs of the differences between the database, the objects and the clusters. `send-facts`: send the object its facts
 * again. `probe`: the object applies its generation and probes. `report`: a person has to decide.
 */
const repairs = {
  never_reported: 'send-facts',
  facts_outdated: 'send-facts',
  silent: 'probe',
  missing_in_cluster: 'probe',
  runs_though_stopped: 'probe',
  stopped_though_online: 'probe',
  runs_though_deleted: 'probe',
  unknown_to_database: 'report',
  in_wrong_cluster: 'report',
  rehearsal_left_over: 'probe',
} as const;

type Difference = keyof typeof repairs;

/** A difference of a workspace, with its repair. */
export interface Finding {
  repair: (typeof repairs)[Difference];
  workspaceId: string;
  difference: Difference;
}

/** Time for changes to arrive before they count as a difference. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** A rehearsal is over sooner, also one that failed. */
const REHEARSAL_MS = HOUR_MS;
/** An object reports at least once a day, plus or minus a tenth. */
const SILENCE_MS = 27 * HOUR_MS;

/**
 * Compares the database with the clusters (design §2, "Who owns which truth"). A difference never deletes anything.
 * @param known one page of workspaces.
 * @param running all workspaces in the clusters that answered, by workspace id.
 * @param answered ids of the clusters that responded; the state of the others is unknown.
 */
export function differences(
  known: readonly KnownWorkspace[],
  running: ReadonlyMap<string, readonly RunningWorkspace[]>,
  answered: ReadonlySet<string>,
  now: number,
): Finding[] {
  return known.flatMap((workspace) => {
    const all = running.get(workspace.workspaceId) ?? [];
    const serving = all.filter(({ isRehearsal }) => !isRehearsal);
    const isLeftOver = all.some(({ isRehearsal, createdAt }) => isRehearsal && isOld(createdAt, now));
    const elsewhere = serving.filter(({ clusterId }) => clusterId !== workspace.clusterId);
    const here = serving.find(({ clusterId }) => clusterId === workspace.clusterId);
    const own = ownDifference(workspace, here, answered, now);
    const found: Difference[] = [
      ...elsewhere.map(() => 'in_wrong_cluster' as const),
      ...(isLeftOver ? ['rehearsal_left_over' as const] : []),
      ...(own ? [own] : []),
    ];
    return found.map((difference) => findingOf(workspace, difference));
  });
}

/** @returns a finding for each workspace in a cluster that the database does not know. */
export function findUnknownToDatabase(
  running: Iterable<RunningWorkspace>,
  knownIds: ReadonlySet<string>,
): Finding[] {
  return [...running]
    .filter(({ workspaceId }) => !knownIds.has(workspaceId))
    .map((workspace) => findingOf(workspace, 'unknown_to_database'));
}

function ownDifference(
  workspace: KnownWorkspace,
  here: RunningWorkspace | undefined,
  answered: ReadonlySet<string>,
  now: number,
): Difference | null {
  const { phase, reportedAt, factsRevision, revision, confirmedAt, clusterId } = workspace;
  if (phase === null || reportedAt === null || factsRevision === null) {
    return now - confirmedAt < PATIENCE_MS ? null : 'never_reported';
  }
  if (now - reportedAt < PATIENCE_MS) return null;
  if (factsRevision < revision) return 'facts_outdated';
  if (phase !== 'deleted' && now - reportedAt > SILENCE_MS) return 'silent';
  if (clusterId === null || !answered.has(clusterId)) return null;
  switch (phase) {
    case 'online':
      if (!here) return 'missing_in_cluster';
      return here.replicas === 0 ? 'stopped_though_online' : null;
    case 'stopped':
      return here && here.replicas > 0 ? 'runs_though_stopped' : null;
    case 'deleted':
      return here ? 'runs_though_deleted' : null;
    // Transitional: the object itself probes the cluster every few minutes.
    case 'pending':
    case 'offline':
    case 'backing-up':
    case 'removing':
      return null;
  }
}

function isOld(createdAt: number | null | undefined, now: number): boolean {
  return createdAt === null || createdAt === undefined || now - createdAt > REHEARSAL_MS;
}

function findingOf({ workspaceId }: { workspaceId: string }, difference: Difference): Finding {
  return { repair: repairs[difference], workspaceId, difference };
}
