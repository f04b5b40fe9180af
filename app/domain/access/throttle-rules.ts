import { HOUR_MS } from '../time/clock.ts';

/** How often something may happen within a window; counted authoritatively in the database. */
export interface ThrottleRule {
  limit: number;
  windowMs: number;
}

/** Sign-in attempts: those on one account stop guessing, those from one address stop spraying. */
export const signInPerAccount: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
export const signInPerAddress: ThrottleRule = { limit: 100, windowMs: HOUR_MS };
/** A registration costs a password hash and a mail. */
export const registerPerAddress: ThrottleRule = { limit: 20, windowMs: HOUR_MS };
export const invitePerAccount: ThrottleRule = { limit: 60, windowMs: HOUR_MS };
