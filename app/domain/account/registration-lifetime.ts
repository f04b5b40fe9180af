import { HOUR_MS, SECOND_MS } from '../time/clock.ts';

/** An unconfirmed registration is dropped after this and frees its account name (design §4). */
export const PENDING_REGISTRATION_LIFETIME_MS = 24 * HOUR_MS;
/** A confirmation link lives as long as the registration it confirms. */
export const CONFIRMATION_LIFETIME_MS = 24 * HOUR_MS;
/** Another confirmation mail must wait this long (design §4: 429 within 60 s). */
export const CONFIRMATION_RESEND_WAIT_MS = 60 * SECOND_MS;

/** @returns whole seconds until another confirmation mail can be requested; zero when it can be sent now. */
export function resendWaitSeconds(lastSentAt: number, now: number): number {
  return Math.max(0, Math.ceil((lastSentAt + CONFIRMATION_RESEND_WAIT_MS - now) / SECOND_MS));
}
