import { trialDaysLeft } from '../trial/trial.ts';
import { withTerms } from '../usage/overage.ts';
import { FINAL_BACKUP_KEPT_MS } from './final-backup.ts';
import type { FinalBackup, InstancePhase, InstanceState, PhaseKind } from './state.ts';
import { deletionAtOf } from './timetable.ts';
import { type InstanceNoticeCode, InstanceStatus, type InstanceView } from './view.ts';

/** @returns the public view of the instance at `now` (UTC ms). */
export function viewOf(state: InstanceState, now: number): InstanceView {
  const { facts, configuration, phase, since, incarnation, revision, staleness } = state;
  const { entitlement } = facts;
  const trialEndsAt = entitlement.kind === 'trial' ? entitlement.endsAt : null;
  const backup = finalBackupOf(state);
  return {
    workspaceId: facts.workspaceId,
    accountId: facts.accountId,
    name: facts.name,
    status: instanceStatusOf(phase),
    cause: phase.kind === 'pending' ? phase.cause : null,
    notice: noticeOf(phase),
    since,
    version: { name: configuration.version },
    timezone: configuration.timezone,
    saveExecutions: configuration.saveExecutions,
    ownerEmail: facts.ownerEmail,
    trialEndsAt,
    trialDaysLeft: trialEndsAt === null ? null : trialDaysLeft(trialEndsAt, now, configuration.timezone),
    deletionAt: phase.kind === 'deleted' ? null : deletionAtOf(state),
    finalBackupUntil: backup ? backup.takenAt + FINAL_BACKUP_KEPT_MS : null,
    forcedUpdate: staleness && { version: staleness.target, at: staleness.updateAt },
    goBack: goBackOf(state),
    limits: {
      executions: facts.limits.monthlyExecutions,
      activeWorkflows: facts.limits.activeWorkflows,
    },
    ...overageOf(state),
    usage: state.usage,
    ...(incarnation > 1 && { incarnation }),
    revision,
  };
}

const statuses: Readonly<Record<PhaseKind, InstanceStatus>> = {
  pending: InstanceStatus.Pending,
  online: InstanceStatus.Online,
  offline: InstanceStatus.Offline,
  stopped: InstanceStatus.Stopped,
  'backing-up': InstanceStatus.Stopped,
  removing: InstanceStatus.Stopped,
  deleted: InstanceStatus.Stopped,
};

/** @returns the phase's status of spec §4. */
export function instanceStatusOf({ kind }: InstancePhase): InstanceStatus {
  return statuses[kind];
}

/** @returns the final backup of the current incarnation; null without one, or once it expired. */
function finalBackupOf({ phase, finalBackups }: InstanceState): FinalBackup | null {
  if (phase.kind === 'removing') return phase.backup;
  return phase.kind === 'deleted' ? (finalBackups.at(-1) ?? null) : null;
}

function overageOf({ facts, overage }: InstanceState): Pick<InstanceView, 'overage'> {
  const { current } = overage;
  const executions = current?.executions ?? 0;
  const agreed = facts.overage ?? null;
  const terms = agreed && current ? withTerms(current, agreed).terms : agreed;
  return terms || executions > 0 ? { overage: { executions, terms } } : {};
}

/** @returns null also while the workspace is changing. */
function goBackOf({ phase, saved }: InstanceState): InstanceView['goBack'] {
  const canGoBack = phase.kind === 'online' || phase.kind === 'offline';
  return saved && canGoBack ? { version: saved.version, until: saved.until } : null;
}

function noticeOf(phase: InstancePhase): InstanceNoticeCode {
  switch (phase.kind) {
    case 'pending':
      return phase.isClusterUnreachable ? 'cluster_unreachable' : null;
    case 'online':
      return null;
    case 'offline':
      return 'polling_timed_out';
    case 'stopped':
      return phase.reason;
    case 'backing-up':
    case 'removing':
      return 'deleting';
    case 'deleted':
      return 'deleted';
  }
}
