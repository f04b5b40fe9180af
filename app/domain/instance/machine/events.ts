import type { Role } from '../../access/roles.ts';
import type { OverageCharge } from '../../billing/overage-charge.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { FieldRefusalCode } from '../../errors/field-errors.ts';
import type { InstanceMailMessage } from '../../mail/messages.ts';
import type { HistoryEntry } from '../history.ts';
import type { ForcedVerdict } from '../rehearsal/state.ts';
import type { Release } from '../releases.ts';
import type { Configuration, FinalBackup, InstanceFacts, InstanceState, PersonChange } from '../state.ts';
import type { Usage } from '../view.ts';

/** The cluster's answer to a probe; 'unreachable' without a usable one. */
export type ClusterAnswer = 'ready' | 'not-ready' | 'missing' | 'unreachable';

/** The settings that an operator changes; omitted ones stay. */
export interface ConfigurationChange {
  version?: string | undefined;
  timezone?: string | undefined;
  saveExecutions?: Configuration['saveExecutions'] | undefined;
  /** The switches of `saveExecutions` to change; by default all. An object of an earlier version does not know it. */
  switched?: Partial<Configuration['saveExecutions']> | undefined;
  /** The workspace's name, typed to confirm an irreversible version. */
  confirmName?: string | undefined;
}

export type InstanceEvent =
  /** The account's facts from the database. A new instance needs a version, and keeps its own afterwards. */
  | { kind: 'facts-received'; facts: InstanceFacts; version?: string; changedAt?: number | undefined }
  | {
      kind: 'configuration-requested';
      accountId: string;
      change: ConfigurationChange;
      releases: readonly Release[];
    }
  | { kind: 'restart-requested'; accountId: string }
  /**
   * A rehearsed version passed. `activeWorkflows`: the process's count, null without one.
   * `isForced`: its date came without a choice.
   */
  | { kind: 'update-requested'; target: string; activeWorkflows: number | null; isForced: boolean }
  /** The rehearsal of a forced update ended, and the version did not change. */
  | {
      kind: 'update-rehearsed';
      target: string;
      updateAt: number;
      verdict: ForcedVerdict;
      problems: number;
    }
  | { kind: 'going-back-requested'; accountId: string }
  /** The process of the new version counted its active workflows. */
  | { kind: 'active-counted'; generation: number; activeWorkflows: number }
  /** A person has another role, or left (null). Without a role, their sessions ended. The process is called next, if it runs. */
  | { kind: 'person-changed'; email: string; role?: Role | null; roleAt?: number }
  /** The process of this generation accepted a person's role or, without a role, the end of their sessions. */
  | { kind: 'person-delivered'; generation: number; email: string; role?: Role | null }
  /** The process of this generation knows of these changes: all that it had to learn, or the first of them. */
  | { kind: 'people-delivered'; generation: number; people: readonly PersonChange[] }
  | { kind: 'saved-expiry-due' }
  /** The cluster has no claim and no snapshot that is not needed. */
  | { kind: 'pruned' }
  /** The cluster accepted this generation. */
  | { kind: 'applied'; generation: number }
  | {
      kind: 'probed';
      generation: number;
      answer: ClusterAnswer;
      /** The cluster accepted the generation during this probe. */
      isJustApplied?: boolean;
      retryAfterMs?: number | undefined;
    }
  | { kind: 'timetable-due' }
  | { kind: 'backed-up'; generation: number; backup: FinalBackup }
  /** The backup store lost the final backup, so the data must not be removed. */
  | { kind: 'backup-missing' }
  | { kind: 'removed' }
  | { kind: 'backup-expiry-due' }
  | { kind: 'backup-dropped'; key: string }
  | { kind: 'day-passed' }
  | { kind: 'usage-read'; usage: Usage }
  /** A month with executions to be paid for is over, or its counter was not read yet. */
  | { kind: 'month-close-due' }
  /** The counter of a month whose paid executions end. */
  | { kind: 'month-counted'; month: string; part: number; executions: number }
  /** A month's counter as it was at these instants. */
  | { kind: 'executions-counted'; month: string; counters: readonly MonthCounter[] }
  | { kind: 'releases-read'; releases: readonly Release[] }
  | { kind: 'update-due' }
  /** The sandbox moved the workspace's clock here, UTC ms. */
  | { kind: 'clock-moved'; departedAt: number }
  /** Reconciliation found a difference, or requests a check. */
  | { kind: 'reconciled' };

/**
 * The object's schedules. `probe`: apply the generation to the cluster and read the process's readiness. `timetable`: the
 * entitlement's next date. `day`: daily work. `update`: rehearse the replacement of an old version. `backup-expiry`: drop a
 * final backup. `saved-expiry`: drop the data saved before an update. `month-close`: count a month's executions to be paid for.
 * `usage-level`: read the usage when it may reach the next warning.
 */
export type ScheduleName =
  | 'probe'
  | 'timetable'
  | 'day'
  | 'update'
  | 'backup-expiry'
  | 'saved-expiry'
  | 'month-close'
  | 'usage-level';

/** A month's counter as it was at an instant, UTC ms. */
export interface MonthCounter {
  since: number;
  executions: number;
}

/** Executions of a closed month that the account pays for. */
export type ClosedOverage = Pick<OverageCharge, 'month' | 'part' | 'executions' | 'unitPrice'>;

/** A mail to the account's people; the database adds who they are. */
export type InstanceMail = WithoutRecipient<InstanceMailMessage>;
type WithoutRecipient<Message> = Message extends { template: infer Template; data: infer Data }
  ? { template: Template; data: Omit<Data, 'name' | 'workspaceName'> }
  : never;

/** Actions after the state is stored; each is harmless to repeat. */
export type InstanceEffect =
  | { kind: 'arm'; schedule: ScheduleName; at: number }
  | { kind: 'cancel'; schedule: ScheduleName }
  /** A line of the status history. */
  | ({ kind: 'record' } & HistoryEntry)
  /** The usage as of this day (`YYYY-MM-DD`, UTC). */
  | { kind: 'keep-usage'; day: string; usage: Usage }
  /** The usage of a deleted workspace since this month (`YYYY-MM`, UTC): another one takes its place. */
  | { kind: 'forget-usage'; month: string }
  /** Sent once: the same mail always has the same id. */
  | { kind: 'mail'; id: string; mail: InstanceMail }
  /** Send the view to live connections, and a summary to the database. */
  | { kind: 'push' }
  /** Send the database an unchanged summary. */
  | { kind: 'heartbeat' }
  | { kind: 'read-usage' }
  /** Send the earliest changes that its data lacks to the process, which admits no one yet. */
  | { kind: 'deliver-people'; people: readonly PersonChange[] }
  /** Request the roles of people whose role is not known here from the database, each once for an id. */
  | { kind: 'request-roles'; id: number; emails: readonly string[] }
  /** Rehearse a forced update; once its date has come, carry it out if it passes. */
  | { kind: 'rehearse'; from: string; target: string; updateAt: number }
  /** Read the counter of a month that is over. */
  | { kind: 'count-month'; month: string; part: number }
  /** Read what a month's counter was at these instants, UTC ms. */
  | { kind: 'count-executions'; month: string; instants: readonly number[] }
  /** Charge the executions beyond a month's plan: once for each month and part. */
  | ({ kind: 'charge-overage' } & ClosedOverage)
  /** Count the active workflows of the new version. */
  | { kind: 'count-active' }
  /** Remove the claims and snapshots that are not needed. */
  | { kind: 'prune' }
  | { kind: 'read-releases' }
  | { kind: 'take-backup'; key: string }
  | { kind: 'drop-backup'; key: string }
  /** A problem that needs a person. */
  | { kind: 'report'; trouble: 'final_backup_overdue' | 'forced_update_overdue' };

export interface Decision {
  state: InstanceState;
  effects: InstanceEffect[];
}

/** A refused command; the state stays. */
export type Refusal =
  | { refused: ErrorCode; field?: undefined }
  /** `field`: the form's field that is the reason; its error has the same code. */
  | { refused: FieldRefusalCode; field: keyof ConfigurationChange };
