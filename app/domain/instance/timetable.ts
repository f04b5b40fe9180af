import { timetableOf, WARNING_LEAD_MS } from './entitlement.ts';
import type { InstanceState } from './state.ts';

/**
 * When the workspace is deleted, UTC ms; null when nothing schedules it. Never sooner than the lead after the last
 * warning: if that one came late, the deletion waits.
 */
export function deletionAtOf({ facts, progress }: InstanceState): number | null {
  const { deleteAt } = timetableOf(facts.entitlement);
  if (deleteAt === null) return null;
  return progress.warnedAt === undefined ? deleteAt : Math.max(deleteAt, progress.warnedAt + WARNING_LEAD_MS);
}

/** When the next thing of the timetable is due, UTC ms; it may lie in the past. Null when there is none. */
export function nextMilestoneAt(state: InstanceState): number | null {
  const { phase, progress, facts } = state;
  const dates = timetableOf(facts.entitlement);
  const shouldRun = phase.kind === 'pending' || phase.kind === 'online' || phase.kind === 'offline';
  const due = [
    progress.remindedAt === undefined ? dates.remindAt : null,
    shouldRun ? dates.stopAt : null,
    progress.warnedEarlyAt === undefined ? dates.warnEarlyAt : null,
    progress.warnedAt === undefined ? dates.warnAt : null,
    shouldRun || phase.kind === 'stopped' ? deletionAtOf(state) : null,
  ].filter((at) => at !== null);
  const isOver = phase.kind === 'backing-up' || phase.kind === 'removing' || phase.kind === 'deleted';
  return due.length === 0 || isOver ? null : Math.min(...due);
}
