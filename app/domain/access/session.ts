import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/clock.ts';

// Design §4, "Sessions".
const SESSION_IDLE_LIMIT_MS = 14 * DAY_MS;
export const SESSION_ABSOLUTE_LIMIT_MS = 90 * DAY_MS;
/** A browser stays known this long after its person last signed in with it. */
export const KNOWN_DEVICE_LIFETIME_MS = 365 * DAY_MS;
/** The device token that a sign-in replaced stays valid this long: the answer with the new one may be lost. */
export const REPLACED_DEVICE_TOKEN_LIFETIME_MS = 15 * MINUTE_MS;
const SESSION_TOUCH_INTERVAL_MS = HOUR_MS;
/** A live connection ends after this time; its page then connects again with its session. */
export const LIVE_CONNECTION_LIFETIME_MS = 15 * MINUTE_MS;

interface SessionTimes {
  createdAt: number;
  lastSeenAt: number;
}

/** @returns whether the session still signs its holder in at `now` (UTC ms). */
export function isSessionAlive(session: SessionTimes, now: number): boolean {
  return (
    now < session.lastSeenAt + SESSION_IDLE_LIMIT_MS && now < session.createdAt + SESSION_ABSOLUTE_LIMIT_MS
  );
}

/** @returns whether "last seen" is old enough to be worth a write; most page views then write nothing. */
export function isSessionTouchDue(session: SessionTimes, now: number): boolean {
  return now >= session.lastSeenAt + SESSION_TOUCH_INTERVAL_MS;
}

/** @returns the instant (UTC ms) before which a last visit means that the session has expired. */
export function deadSessionsBefore(now: number): number {
  return now - SESSION_IDLE_LIMIT_MS;
}

/** @returns whether a live connection that the session opened can still be open at `now` (UTC ms). */
export function canStillListen(lastSeenAt: number, now: number): boolean {
  return now < lastSeenAt + SESSION_TOUCH_INTERVAL_MS + LIVE_CONNECTION_LIFETIME_MS;
}
