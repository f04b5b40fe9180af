import { DAY_MS } from '../time/clock.ts';

/** What entitles an account to a running workspace, as its database tells it to the workspace's object. */
export type Entitlement =
  /** UTC ms. */
  | { kind: 'trial'; endsAt: number }
  /** Paid for; a payment that is past due changes nothing yet. */
  | { kind: 'active' }
  /** Not paid for (spec §4, "subscription paused after failed payments"). */
  | { kind: 'paused'; pausedAt: number }
  /** Runs to the end of the billing cycle. */
  | { kind: 'cancelled'; endsAt: number };

/** Why a workspace is not to run. */
export const stopReasons = ['trial_ended', 'paused', 'cancelled'] as const;
export type StopReason = (typeof stopReasons)[number];

/** When what happens under a subscription, UTC ms; null for what does not happen (design §4, "Trial"). */
export interface Timetable {
  /** The mail that the trial is about to end. */
  remindAt: number | null;
  stopAt: number | null;
  /** A first warning of the deletion, where its date is far off and easily forgotten. */
  warnEarlyAt: number | null;
  /** The last warning of the deletion. */
  warnAt: number | null;
  deleteAt: number | null;
}

const TRIAL_GRACE_MS = 3 * DAY_MS;
const PAUSED_GRACE_MS = 90 * DAY_MS;
const REMINDER_LEAD_MS = 3 * DAY_MS;
const EARLY_WARNING_LEAD_MS = 7 * DAY_MS;
/** Nobody's workspace is deleted sooner than this after the last warning, however late that one was. */
export const WARNING_LEAD_MS = DAY_MS;

/** @returns the dates that follow from a subscription alone. */
export function timetableOf(entitlement: Entitlement): Timetable {
  switch (entitlement.kind) {
    case 'active':
      return { remindAt: null, stopAt: null, warnEarlyAt: null, warnAt: null, deleteAt: null };
    case 'trial': {
      const { endsAt } = entitlement;
      const deleteAt = endsAt + TRIAL_GRACE_MS;
      return {
        remindAt: endsAt - REMINDER_LEAD_MS,
        stopAt: endsAt,
        warnEarlyAt: null,
        warnAt: deleteAt - WARNING_LEAD_MS,
        deleteAt,
      };
    }
    case 'paused':
      // At once, whatever a clock that went back makes of the instant.
      return ending(0, entitlement.pausedAt + PAUSED_GRACE_MS);
    case 'cancelled':
      return ending(entitlement.endsAt, entitlement.endsAt);
  }
}

function ending(stopAt: number, deleteAt: number): Timetable {
  return {
    remindAt: null,
    stopAt,
    warnEarlyAt: deleteAt - EARLY_WARNING_LEAD_MS,
    warnAt: deleteAt - WARNING_LEAD_MS,
    deleteAt,
  };
}

/** @returns whether the workspace is to run at `now` (UTC ms). */
export function entitles(entitlement: Entitlement, now: number): boolean {
  const { stopAt } = timetableOf(entitlement);
  return stopAt === null || now < stopAt;
}

/** @returns why a workspace under this subscription is stopped once it is. */
export function stopReasonOf(entitlement: Exclude<Entitlement, { kind: 'active' }>): StopReason {
  return entitlement.kind === 'trial' ? 'trial_ended' : entitlement.kind;
}
