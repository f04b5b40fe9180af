import { stopReasons } from './entitlement.ts';

/** Status numbers of spec §4, as they travel in `GET /instance`. */
export const InstanceStatus = { Offline: 0, Online: 1, Pending: 2, Stopped: 3 } as const;
export type InstanceStatus = (typeof InstanceStatus)[keyof typeof InstanceStatus];

export type InstanceStatusName = keyof typeof InstanceStatus;

/** @returns the status in the words of spec §4. */
export function instanceStatusName(status: InstanceStatus): InstanceStatusName {
  return statusNames[status];
}

const statusNames = ['Offline', 'Online', 'Pending', 'Stopped'] as const;

/** Why a Pending instance is pending; `recover` alone was nobody's wish. */
export const pendingCauses = ['provision', 'restart', 'configure', 'update', 'resume', 'recover'] as const;
export type PendingCause = (typeof pendingCauses)[number];

/** What a person should know beside the status: the words stand in the translations under `instance.notice`. */
export const instanceNotices = [
  ...(['cluster_unreachable', 'polling_timed_out'] as const),
  ...stopReasons,
  ...(['deleting', 'deleted'] as const),
] as const;
export type InstanceNotice = (typeof instanceNotices)[number] | null;

/** n8n's three switches of which executions are kept (spec §4, "Backup trigger values"). */
export interface SaveExecutions {
  manual: boolean;
  failed: boolean;
  successful: boolean;
}

/** What was used of the plan in one month, as the workspace counts it (spec §3, "Usage"). */
export interface Usage {
  /** `YYYY-MM`, UTC. */
  timeframe: string;
  executions: number;
  activeWorkflows: number;
}

/** What anyone outside the workspace's object sees of an instance; plain data, so that it crosses RPC and WebSocket. */
export interface InstanceView {
  workspaceId: string;
  accountId: string;
  /** The workspace's name: the label before the portal's host. */
  name: string;
  status: InstanceStatus;
  cause: PendingCause | null;
  notice: InstanceNotice;
  /** Since when this status holds, UTC ms. */
  since: number;
  version: { name: string };
  timezone: string;
  saveExecutions: SaveExecutions;
  ownerEmail: string;
  /** UTC ms; null when the plan is not a trial. */
  trialEndsAt: number | null;
  /** Whole days, rounded up; zero on the last day's end; null when the plan is not a trial (design §4). */
  trialDaysLeft: number | null;
  /** When the workspace will be deleted, UTC ms; null while nothing schedules it. */
  deletionAt: number | null;
  /** Until when the final backup of a deleted workspace is kept, UTC ms. */
  finalBackupUntil: number | null;
  /** The version that is installed without asking, and when, UTC ms; null while nothing forces it. */
  forcedUpdate: { version: string; at: number } | null;
  limits: { executions: number; activeWorkflows: number };
  /** Null before the workspace first told. */
  usage: Usage | null;
  /** Grows with each change, so that a late message never overwrites a newer one. */
  revision: number;
}
