import type { ErrorCode } from '../../errors/catalogue.ts';
import type { StopReason } from '../entitlement.ts';
import type { Release } from '../releases.ts';
import type { Configuration, FinalBackup, InstanceFacts, InstanceState, PhaseKind } from '../state.ts';
import type { PendingCause, Usage } from '../view.ts';

/** The cluster's answer to a probe; 'unreachable' when it gave none of use. */
export type ClusterAnswer = 'ready' | 'not-ready' | 'missing' | 'unreachable';

/** What is to be set anew, as an operator asks for it; what is left out stays. */
export interface ConfigurationChange {
  version?: string | undefined;
  timezone?: string | undefined;
  saveExecutions?: Configuration['saveExecutions'] | undefined;
  /** The workspace's name, typed to confirm a version that one cannot go back from. */
  confirmName?: string | undefined;
}

export type InstanceEvent =
  /** The database tells what the account is; also how a subscription begins, changes and ends. */
  | { kind: 'facts-received'; facts: InstanceFacts; version: string }
  | {
      kind: 'configuration-requested';
      accountId: string;
      change: ConfigurationChange;
      releases: readonly Release[];
    }
  | { kind: 'restart-requested'; accountId: string }
  /** The cluster took what was wanted under this generation. */
  | { kind: 'applied'; generation: number }
  | {
      kind: 'probed';
      generation: number;
      answer: ClusterAnswer;
      /** The cluster took the generation in this very probe. */
      isJustApplied?: boolean;
      retryAfterMs?: number | undefined;
    }
  | { kind: 'timetable-due' }
  | { kind: 'backed-up'; generation: number; backup: FinalBackup }
  /** The backup store no longer has what it took: nothing may be removed. */
  | { kind: 'backup-missing' }
  | { kind: 'removed' }
  | { kind: 'backup-expiry-due' }
  | { kind: 'backup-dropped'; key: string }
  | { kind: 'day-passed' }
  | { kind: 'usage-read'; usage: Usage }
  | { kind: 'releases-read'; releases: readonly Release[] }
  | { kind: 'update-due' }
  /** The sandbox moved the clock here from an earlier time of its own, UTC ms. */
  | { kind: 'clock-moved'; departedAt: number }
  /** Reconciliation found something amiss, or wants to know that nothing is. */
  | { kind: 'reconciled' };

/**
 * The object's schedules. `probe`: apply the generation to the cluster, and ask how the process is. `timetable`: the next date of
 * the subscription. `day`: what a day brings. `update`: a version too old is replaced. `backup-expiry`: the last thing.
 */
export type ScheduleName = 'probe' | 'timetable' | 'day' | 'update' | 'backup-expiry';

/** A mail to the account's people; who they are is read where the accounts are. */
export type InstanceMail =
  | { template: 'trial_reminder'; data: { endsAt: number } }
  | { template: 'trial_ended'; data: { deletionAt: number } }
  | { template: 'deletion_warning'; data: { deletionAt: number; reason: StopReason } }
  | {
      template: 'workspace_deleted';
      data: { backupUntil: number; incarnation?: number; finalBackupToken?: string };
    }
  | {
      template: 'usage_warning';
      data: { percent: number; executions: number; limit: number; timeframe: string };
    }
  | { template: 'version_stale'; data: { version: string; target: string; updateAt: number } }
  | { template: 'version_updated'; data: { version: string; target: string } };

/** What is to be done once the state was stored; each is harmless to repeat. */
export type InstanceEffect =
  | { kind: 'arm'; schedule: ScheduleName; at: number }
  | { kind: 'cancel'; schedule: ScheduleName }
  /** A line of the status history. */
  | { kind: 'record'; at: number; phase: PhaseKind; cause: PendingCause | StopReason | null }
  /** The usage as of this day (`YYYY-MM-DD`, UTC). */
  | { kind: 'keep-usage'; day: string; usage: Usage }
  /** Once: the id is the same whenever the same thing is told. */
  | { kind: 'mail'; id: string; mail: InstanceMail }
  /** Tell whoever watches, and the database. */
  | { kind: 'push' }
  /** Tell the database alone that all is as it was. */
  | { kind: 'heartbeat' }
  | { kind: 'read-usage' }
  | { kind: 'read-releases' }
  | { kind: 'take-backup'; key: string }
  | { kind: 'drop-backup'; key: string }
  /** Something only a person can mend. */
  | { kind: 'report'; trouble: 'final_backup_overdue' };

export interface Decision {
  state: InstanceState;
  effects: InstanceEffect[];
}

/** An event that may not happen now; the state stays as it is. */
export interface Refusal {
  refused: ErrorCode;
  /** The field of a form that is the reason. */
  field?: keyof ConfigurationChange;
}
