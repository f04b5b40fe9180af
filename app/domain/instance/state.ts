import type { StopReason, Subscription } from './subscription.ts';
import type { PendingCause, SaveExecutions, Usage } from './view.ts';

/** The plan's limits as they reach an instance (spec §3, "Plan spec"). */
interface InstanceLimits {
  monthlyExecutions: number;
  activeWorkflows: number;
  concurrentExecutions: number;
  memoryMib: number;
  cpuMillicores: number;
  logRetentionDays: number;
}

/** What the database tells of the account that an instance belongs to. */
export interface InstanceFacts {
  workspaceId: string;
  accountId: string;
  name: string;
  ownerEmail: string;
  /** The account's own; the instance's may be set to another. */
  timezone: string;
  limits: InstanceLimits;
  subscription: Subscription;
  /** Which cluster it runs on: chosen once, never changed. */
  clusterId: string;
  /** Grows with each change of the above in the database: an older telling that arrives late is ignored. */
  toldRevision: number;
}

/** What an operator sets (spec §2, "Workspace settings"). */
export interface Configuration {
  version: string;
  timezone: string;
  saveExecutions: SaveExecutions;
}

/** The last export of a workspace's workflows, without which nothing is deleted. */
export interface FinalBackup {
  /** Of the file in the backup store. */
  key: string;
  bytes: number;
  /** Not known of those that were taken before it was counted. */
  workflows?: number;
  /** UTC ms. */
  takenAt: number;
}

/** How an instance is. A union, so that no mix of two can be written. */
export type InstancePhase =
  /** It is to run and does not yet; `startedAt` begins the polling of spec §4. */
  | { kind: 'pending'; cause: PendingCause; startedAt: number; isClusterUnreachable: boolean }
  | { kind: 'online' }
  /** It is to run, did not within the polling, and is still looked for. */
  | { kind: 'offline' }
  /** It is not to run. */
  | { kind: 'stopped'; reason: StopReason }
  /** Its deletion is due: it runs once more, for its final backup alone. Nothing is destroyed yet. */
  | { kind: 'backing-up'; reason: StopReason; startedAt: number }
  /** The backup is safe; what the cluster has of it is being taken away. */
  | {
      kind: 'removing';
      reason: StopReason;
      backup: FinalBackup;
      /** Of the subscription that ended (`progress`): another one since then wants a workspace anew. */
      serial: number;
    }
  /** Nothing is left but the backup, until that expires. */
  | { kind: 'deleted'; reason: StopReason; at: number };

export const phaseKinds = [
  'pending',
  'online',
  'offline',
  'stopped',
  'backing-up',
  'removing',
  'deleted',
] as const satisfies ReadonlyArray<InstancePhase['kind']>;
export type PhaseKind = InstancePhase['kind'];

/** Mails of the present timetable that went out, by when; a new subscription begins anew. */
export interface TimetableProgress {
  /** Distinguishes the mails of one subscription from those of the next. */
  serial: number;
  remindedAt?: number;
  endToldAt?: number;
  warnedEarlyAt?: number;
  warnedAt?: number;
}

export interface InstanceState {
  facts: InstanceFacts;
  configuration: Configuration;
  phase: InstancePhase;
  /** Since when the phase's status holds, UTC ms. */
  since: number;
  /** Whether the cluster took what is wanted; if not, the next look tells it again. */
  isApplied: boolean;
  /** Grows when what is wanted changes: an answer about an earlier wish is no answer. */
  wish: number;
  /** How often a restart was asked for: the cluster restarts when this number changes, and not when told twice. */
  restarts: number;
  /** Grows with each change that anyone sees. */
  revision: number;
  /** 1, and one more each time a deleted workspace is made anew. */
  life: number;
  /** Of the lives that are over, oldest first: each is kept for its time, whatever comes after. */
  finalBackups: readonly FinalBackup[];
  progress: TimetableProgress;
  usage: Usage | null;
  /** The highest share of the executions that was warned of in this month, in percent, by the limit it is a share of. */
  usageWarnings: { timeframe: string; percentByLimit: Readonly<Record<string, number>> } | null;
  /** A version that is too old: what replaces it, and when. */
  staleness: { version: string; target: string; updateAt: number } | null;
}
