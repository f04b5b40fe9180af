import { timetableOf, WARNING_LEAD_MS } from './entitlement.ts';
import type { InstanceState } from './state.ts';

/** @returns whether the process should serve: not when the workspace is stopped, being deleted or deleted. */
export function shouldRun({ phase }: Pick<InstanceState, 'phase'>): boolean {
  return phase.kind === 'pending' || phase.kind === 'online' || phase.kind === 'offline';
}

/**
 * When the workspace is deleted, UTC ms; null when nothing schedules it. Never sooner than the lead after the last
 * warning: a late warning delays the deletion.
 */
export function deletionAtOf({ facts, progress }: InstanceState): number | null {
  const { deleteAt } = timetableOf(facts.entitlement);
  if (deleteAt === null) return null;
  return progress.warnedAt === undefined ? deleteAt : Math.max(deleteAt, progress.warnedAt + WARNING_LEAD_MS);
}

/** @returns the next date of the timetable, UTC ms, possibly in the past; null for none. */
export function nextMilestoneAt(state: InstanceState): number | null {
  const { phase, progress, facts } = state;
  const dates = timetableOf(facts.entitlement);
  const isRunning = shouldRun(state);
  if (!isRunning && phase.kind !== 'stopped') return null;
  const due = [
    progress.remindedAt === undefined ? dates.remindAt : null,
    isRunning ? dates.stopAt : null,
    progress.warnedEarlyAt === undefined ? dates.warnEarlyAt : null,
    progress.warnedAt === undefined ? dates.warnAt : null,
    deletionAtOf(state),
  ].filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}
