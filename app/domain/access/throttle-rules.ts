import { DAY_MS, HOUR_MS } from '../time/clock.ts';
import { unsolicitedMail } from './mail-limits.ts';

/** A rate limit; the database counts. */
export interface ThrottleRule {
  limit: number;
  windowMs: number;
  /** Whether each attempt within the limit begins the window again, so that no span of its length has more. */
  isSinceLast?: true;
}

/**
 * Guesses at one account's password from any number of addresses. A browser that its person signed in with before has its
 * own count: a stranger's guesses do not lock the owner out.
 */
export const signInPerAccount: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** An address that tries many accounts. */
export const signInPerAddress: ThrottleRule = { limit: 100, windowMs: HOUR_MS };
/**
 * Guesses at one person's second factor after the right password. At most six of a million codes are right at a time: 20
 * guesses a day find one in 22 years. A browser that the person signed in with before has a separate counter.
 */
export const secondFactorPerUser: ThrottleRule = { limit: 20, windowMs: DAY_MS };
/** Each sends a mail to someone's inbox. */
export const factorRemovalPerUser: ThrottleRule = { limit: 3, windowMs: DAY_MS };
/** Wrong current passwords of a signed-in person. */
export const passwordPerUser: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** A registration costs a password hash and a mail. */
export const registerPerAddress: ThrottleRule = { limit: 20, windowMs: HOUR_MS };
export const invitePerAccount: ThrottleRule = { limit: 60, windowMs: HOUR_MS };
/**
 * Mails of one account to one inbox, as many as the inbox takes: each replaces the invitation's link, so a link whose mail is
 * dropped would replace one that works.
 */
export const invitePerInbox: ThrottleRule = {
  limit: unsolicitedMail.perCause,
  windowMs: HOUR_MS,
  isSinceLast: true,
};
/** Attempts to accept one invitation: each costs an outbound call, and perhaps a password hash. */
export const acceptPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Requests for a link by one e-mail and one address. `mail-limits.ts` limits the mails that an inbox gets. */
export const linkMailPerEmail: ThrottleRule = { limit: 5, windowMs: HOUR_MS };
export const linkMailPerAddress: ThrottleRule = { limit: 30, windowMs: HOUR_MS };
/** Attempts to use a reset link; each costs a password hash. */
export const resetPerAddress: ThrottleRule = { limit: 30, windowMs: HOUR_MS };
/** A valid link: each attempt costs a hash before the database decides which one was first. */
export const resetPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Each sends a mail to an unconfirmed address. */
export const emailChangePerUser: ThrottleRule = { limit: 5, windowMs: HOUR_MS };
/** Enough for people who open the portal from their workspace, too few for a script. */
export const loginCodePerWorkspace: ThrottleRule = { limit: 120, windowMs: HOUR_MS };
/** Each opened editor asks once for its user. */
export const cloudUserPerWorkspace: ThrottleRule = { limit: 600, windowMs: HOUR_MS };
/** A ticket costs support time, two mails and a file. */
export const ticketPerAccount: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Uploads of an account, archives and attachments together. */
export const uploadsPerAccount: ThrottleRule = { limit: 50, windowMs: DAY_MS };
/** Bytes of these uploads: ten archives of the maximum size. */
export const uploadBytesPerAccount: ThrottleRule = { limit: 500 * 1024 * 1024, windowMs: DAY_MS };
