import { DAY_MS } from '../time/clock.ts';
import type { InstanceFacts } from './state.ts';
import type { StopReason } from './view.ts';

/** An account's entitlement to a running workspace; the database sends it to the workspace's object. */
export type Entitlement = InstanceFacts['entitlement'];

/** Dates that follow from an entitlement that ends, UTC ms; null for a mail that it does not send (design §4, "Trial"). */
export interface Timetable {
  reason: StopReason;
  /** Mail before the trial's end. */
  remindAt: number | null;
  stopAt: number;
  /** First warning of a deletion whose date is far off and easily forgotten. */
  warnEarlyAt: number | null;
  /** The last warning of the deletion. */
  warnAt: number;
  deleteAt: number;
}

const TRIAL_GRACE_MS = 3 * DAY_MS;
const PAUSED_GRACE_MS = 90 * DAY_MS;
const REMINDER_LEAD_MS = 3 * DAY_MS;
const EARLY_WARNING_LEAD_MS = 7 * DAY_MS;
/** Minimum time between the last warning and the deletion, even after a late warning. */
export const WARNING_LEAD_MS = DAY_MS;

/** @returns the dates that follow from an entitlement; null for one that does not end. */
export function timetableOf(entitlement: Entitlement): Timetable | null {
  switch (entitlement.kind) {
    case 'active':
      return null;
    case 'trial': {
      const { endsAt } = entitlement;
      const ending = endingTimetable('trial_ended', endsAt, endsAt + TRIAL_GRACE_MS);
      return { ...ending, remindAt: endsAt - REMINDER_LEAD_MS, warnEarlyAt: null };
    }
    case 'paused':
      // Immediately, even if a clock moved back before `pausedAt`.
      return endingTimetable('paused', 0, entitlement.pausedAt + PAUSED_GRACE_MS);
    case 'cancelled':
      return endingTimetable('cancelled', entitlement.endsAt, entitlement.endsAt);
  }
}

function endingTimetable(reason: StopReason, stopAt: number, deleteAt: number): Timetable {
  return {
    reason,
    remindAt: null,
    stopAt,
    warnEarlyAt: deleteAt - EARLY_WARNING_LEAD_MS,
    warnAt: deleteAt - WARNING_LEAD_MS,
    deleteAt,
  };
}

/** @returns whether the workspace should run at `now` (UTC ms). */
export function entitles(entitlement: Entitlement, now: number): boolean {
  const dates = timetableOf(entitlement);
  return dates === null || now < dates.stopAt;
}
