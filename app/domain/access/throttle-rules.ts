import { DAY_MS, HOUR_MS } from '../time/clock.ts';

/** How often something may happen within a window; counted authoritatively in the database. */
export interface ThrottleRule {
  limit: number;
  windowMs: number;
}

/**
 * Guesses at one account's password, from however many addresses: no more than these reach the hash. A browser that its
 * person signed in with before is counted by itself, so that strangers who guess do not lock the owner out.
 */
export const signInPerAccount: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** One address that tries many accounts. */
export const signInPerAddress: ThrottleRule = { limit: 100, windowMs: HOUR_MS };
/**
 * Guesses at one person's second factor by somebody who knows their password. Of a million codes six at most are right at a
 * time: this many a day find one in 22 years. A browser that the person signed in with before is counted by itself.
 */
export const secondFactorPerUser: ThrottleRule = { limit: 20, windowMs: DAY_MS };
/** Each sends a mail to somebody's inbox. */
export const factorRemovalPerUser: ThrottleRule = { limit: 3, windowMs: DAY_MS };
/** The present password, asked for again by somebody who is signed in. */
export const passwordPerUser: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** A registration costs a password hash and a mail. */
export const registerPerAddress: ThrottleRule = { limit: 20, windowMs: HOUR_MS };
export const invitePerAccount: ThrottleRule = { limit: 60, windowMs: HOUR_MS };
/** Accepting one invitation: each attempt at a new password costs an outbound call, and perhaps a hash. */
export const acceptPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Asking for links of one e-mail from one address. How many mails an inbox gets is for `mail-limits.ts`. */
export const linkMailPerEmail: ThrottleRule = { limit: 5, windowMs: HOUR_MS };
export const linkMailPerAddress: ThrottleRule = { limit: 30, windowMs: HOUR_MS };
/** Redeeming a link that leads to a password hash. */
export const resetPerAddress: ThrottleRule = { limit: 30, windowMs: HOUR_MS };
/** One link: each attempt that finds it good costs a hash before it can be known that it was the first. */
export const resetPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Each sends a mail to an address that is not proven yet. */
export const emailChangePerUser: ThrottleRule = { limit: 5, windowMs: HOUR_MS };
/** A person who opens the portal from their workspace, not a program that does. */
export const loginCodePerWorkspace: ThrottleRule = { limit: 120, windowMs: HOUR_MS };
/** An editor that is opened asks once who opened it. */
export const cloudUserPerWorkspace: ThrottleRule = { limit: 600, windowMs: HOUR_MS };
/** A ticket costs somebody's time, two mails and a file. */
export const ticketPerAccount: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Files that an account sends, archives and attachments together; each is kept for a while. */
export const uploadsPerAccount: ThrottleRule = { limit: 50, windowMs: DAY_MS };
/** Bytes of the same: ten archives of the largest size. */
export const uploadBytesPerAccount: ThrottleRule = { limit: 500 * 1024 * 1024, windowMs: DAY_MS };
