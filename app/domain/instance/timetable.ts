import { type Timetable, timetableOf, WARNING_LEAD_MS } from './entitlement.ts';
import type { InstanceState, TimetableProgress } from './state.ts';

/** @returns whether the process should serve: not when the workspace is stopped, being deleted or deleted. */
export function shouldRun({ phase }: Pick<InstanceState, 'phase'>): boolean {
  return phase.kind === 'pending' || phase.kind === 'online' || phase.kind === 'offline';
}

/** @returns when the workspace is deleted, UTC ms; null when nothing schedules it. */
export function deletionAtOf({ facts, progress }: InstanceState): number | null {
  const dates = timetableOf(facts.entitlement);
  return dates && deletionDateOf(dates, progress);
}

/** Never sooner than the lead after the last warning: a late warning delays the deletion. @returns UTC ms. */
export function deletionDateOf(
  { deleteAt }: Timetable,
  { warnedAt }: Pick<TimetableProgress, 'warnedAt'>,
): number {
  return warnedAt === undefined ? deleteAt : Math.max(deleteAt, warnedAt + WARNING_LEAD_MS);
}

/** @returns the next date of the timetable, UTC ms, possibly in the past; null for none. */
export function nextMilestoneAt(state: InstanceState): number | null {
  const { phase, progress, facts } = state;
  const dates = timetableOf(facts.entitlement);
  const isRunning = shouldRun(state);
  if (!dates || (!isRunning && phase.kind !== 'stopped')) return null;
  const due = [
    progress.remindedAt === undefined ? dates.remindAt : null,
    isRunning ? dates.stopAt : null,
    progress.warnedEarlyAt === undefined ? dates.warnEarlyAt : null,
    progress.warnedAt === undefined ? dates.warnAt : null,
    deletionDateOf(dates, progress),
  ];
  return Math.min(...due.filter((at) => at !== null));
}
