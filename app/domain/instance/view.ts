import type { OverageTerms } from './overage-state.ts';

/** Status numbers of spec §4 in `GET /instance`. */
export const InstanceStatus = { Offline: 0, Online: 1, Pending: 2, Stopped: 3 } as const;
export type InstanceStatus = (typeof InstanceStatus)[keyof typeof InstanceStatus];

export type InstanceStatusName = keyof typeof InstanceStatus;

/** @returns the status's name in spec §4. */
export function instanceStatusName(status: InstanceStatus): InstanceStatusName {
  return statusNames[status];
}

const statusNames = ['Offline', 'Online', 'Pending', 'Stopped'] as const;

/** Why an instance is Pending; all causes but `recover` were requested. */
export const pendingCauses = [
  'provision',
  'restart',
  'configure',
  'plan',
  'update',
  'go_back',
  'resume',
  'recover',
] as const;
export type PendingCause = (typeof pendingCauses)[number];

/** Why a workspace is stopped. */
export const stopReasons = ['trial_ended', 'paused', 'cancelled'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Notices beside the status; the translations under `instance.notice` have the texts. */
export const instanceNotices = [
  'cluster_unreachable',
  'polling_timed_out',
  ...stopReasons,
  'deleting',
  'deleted',
] as const;
export type InstanceNoticeCode = (typeof instanceNotices)[number] | null;

/** n8n's three switches for saved executions (spec §4, "Backup trigger values"). */
export interface SaveExecutions {
  manual: boolean;
  failed: boolean;
  successful: boolean;
}

/** Usage of the plan in one month, counted by the workspace (spec §3, "Usage"). */
export interface Usage {
  /** `YYYY-MM`, UTC. */
  timeframe: string;
  executions: number;
  activeWorkflows: number;
}

/** The public view of an instance; plain data for RPC and WebSocket. */
export interface InstanceView {
  workspaceId: string;
  accountId: string;
  /** The workspace's name: the label before the portal's host. */
  name: string;
  status: InstanceStatus;
  cause: PendingCause | null;
  notice: InstanceNoticeCode;
  /** Beginning of this status, UTC ms. */
  since: number;
  version: { name: string };
  timezone: string;
  saveExecutions: SaveExecutions;
  ownerEmail: string;
  /** UTC ms; null when the plan is not a trial. */
  trialEndsAt: number | null;
  /** Whole days, rounded up, zero on the last day; null when the plan is not a trial (design §4). */
  trialDaysLeft: number | null;
  /** Date of the deletion, UTC ms; null without one. */
  deletionAt: number | null;
  /** Expiry of a deleted workspace's final backup, UTC ms. */
  finalBackupUntil: number | null;
  /** The forced update's version and date, UTC ms; null without one. */
  forcedUpdate: { version: string; at: number } | null;
  /** The version to which the workspace can go back until then, UTC ms; null without one. */
  goBack: { version: string; until: number } | null;
  limits: { executions: number; activeWorkflows: number };
  /** Executions beyond the plan's; absent while the account pays for none this month. */
  overage?: {
    /** To be paid, this month. */
    executions: number;
    /** Null once they are held again. */
    terms: OverageTerms | null;
  };
  /** Null before the first reading. */
  usage: Usage | null;
  /** Absent for an account's first workspace; otherwise 2 for the one that replaced it, and so on. */
  incarnation?: number;
  /** Grows with each change; a late message never overwrites a newer one. */
  revision: number;
}
