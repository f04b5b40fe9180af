import { trialDaysLeft } from '../trial/trial.ts';
import { type InstanceNotice, InstanceStatus, type InstanceView, type PendingCause } from './view.ts';

/** What an instance is to be; everything the cluster is told follows from it. */
export interface InstanceFacts {
  workspaceId: string;
  accountId: string;
  name: string;
  ownerEmail: string;
  timezone: string;
  version: string;
  limits: {
    concurrentExecutions: number;
    memoryMib: number;
    cpuMillicores: number;
    logRetentionDays: number;
  };
  /** UTC ms; null when the plan is not a trial. */
  trialEndsAt: number | null;
}

/** How an instance is. A union, so that no mix of two can be written. */
export type InstancePhase =
  /** It is to run and does not yet; `startedAt` begins the polling of spec §4. */
  | { kind: 'pending'; cause: PendingCause; startedAt: number; isClusterUnreachable: boolean }
  | { kind: 'online' }
  /** It is to run, did not within the polling, and is still looked for. */
  | { kind: 'offline' }
  /** It is not to run. */
  | { kind: 'stopped'; reason: 'trial_ended' };

export interface InstanceState {
  facts: InstanceFacts;
  phase: InstancePhase;
  /** Since when the phase's status holds, UTC ms. */
  since: number;
  /** Whether the cluster took what is wanted; if not, the next look tells it again. */
  isApplied: boolean;
  /** Grows when what is wanted changes: an answer about an earlier wish is no answer. */
  wish: number;
  /** Grows with each change that anyone sees. */
  revision: number;
}

/** @returns how many processes are wanted: never two. */
export function wantedReplicas(state: InstanceState): 0 | 1 {
  return state.phase.kind === 'stopped' ? 0 : 1;
}

/** @returns what anyone outside sees of the instance at `now` (UTC ms). */
export function viewOf({ facts, phase, since, revision }: InstanceState, now: number): InstanceView {
  return {
    workspaceId: facts.workspaceId,
    accountId: facts.accountId,
    name: facts.name,
    status: statusOf(phase),
    cause: phase.kind === 'pending' ? phase.cause : null,
    notice: noticeOf(phase),
    since,
    version: { name: facts.version },
    timezone: facts.timezone,
    ownerEmail: facts.ownerEmail,
    trialEndsAt: facts.trialEndsAt,
    trialDaysLeft: facts.trialEndsAt === null ? null : trialDaysLeft(facts.trialEndsAt, now),
    deletionAt: null,
    revision,
  };
}

function statusOf(phase: InstancePhase): InstanceStatus {
  switch (phase.kind) {
    case 'pending':
      return InstanceStatus.Pending;
    case 'online':
      return InstanceStatus.Online;
    case 'offline':
      return InstanceStatus.Offline;
    case 'stopped':
      return InstanceStatus.Stopped;
  }
}

function noticeOf(phase: InstancePhase): InstanceNotice {
  if (phase.kind === 'pending') return phase.isClusterUnreachable ? 'cluster_unreachable' : null;
  if (phase.kind === 'offline') return 'polling_timed_out';
  return phase.kind === 'stopped' ? phase.reason : null;
}
