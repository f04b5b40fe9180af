import { DAY_MS, HOUR_MS } from '../time/clock.ts';
import { unsolicitedMail } from './mail-limits.ts';

/** A rate limit; the database counts. */
export interface ThrottleRule {
  limit: number;
  windowMs: number;
  /** Whether each attempt within the limit begins the window again, so that no span of its length has more. */
  isSinceLast?: true;
}

/** Attempts to use a link that sets a password; each costs a password hash. */
const passwordLinkPerAddress: ThrottleRule = { limit: 30, windowMs: HOUR_MS };
/** A valid link: each attempt costs a hash before the database decides which one was first. */
const passwordLinkPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };
/** Attempts to accept one invitation: each costs an outbound call, and perhaps a password hash. */
const acceptPerLink: ThrottleRule = { limit: 10, windowMs: HOUR_MS };

/** The rate limits, by what they limit and for whom. */
export const throttleRules = {
  /**
   * Guesses at a password from any addresses. A browser that its person used before has its own
   * count: strangers do not lock the owner out.
   */
  'sign_in:account': { limit: 10, windowMs: HOUR_MS },
  /** An address that tries many accounts. */
  'sign_in:address': { limit: 100, windowMs: HOUR_MS },
  /**
   * Guesses at one person's second factor after the right password. At most six of a million codes are right at a time: 20
   * guesses a day find one in 22 years. A browser that the person signed in with before has a separate counter.
   */
  'factor:user': { limit: 20, windowMs: DAY_MS },
  /** Each sends a mail to someone's inbox. */
  'factor_removal:user': { limit: 3, windowMs: DAY_MS },
  /** Wrong current passwords of a signed-in person. */
  'password:user': { limit: 10, windowMs: HOUR_MS },
  /** A registration costs a password hash and a mail. */
  'register:address': { limit: 20, windowMs: HOUR_MS },
  'invite:account': { limit: 60, windowMs: HOUR_MS },
  /** As many as an inbox takes: each mail replaces the invitation's link; a dropped one would replace one that works. */
  'invite:inbox': { limit: unsolicitedMail.perCause, windowMs: HOUR_MS, isSinceLast: true },
  'invitation:link': acceptPerLink,
  'invitation:unknown': acceptPerLink,
  /** Requests for a link by one e-mail and one address. `mail-limits.ts` limits the mails that an inbox gets. */
  'link_mail:email': { limit: 5, windowMs: HOUR_MS },
  'link_mail:address': { limit: 30, windowMs: HOUR_MS },
  'reset:address': passwordLinkPerAddress,
  'reset:link': passwordLinkPerLink,
  'confirm:address': passwordLinkPerAddress,
  'confirm:link': passwordLinkPerLink,
  /** Each sends a mail to an unconfirmed address. */
  'email_change:user': { limit: 5, windowMs: HOUR_MS },
  /** Enough for people who open the portal from their workspace, too few for a script. */
  'login_code:workspace': { limit: 120, windowMs: HOUR_MS },
  /** Each opened editor asks once for its user. */
  'cloud_user:workspace': { limit: 600, windowMs: HOUR_MS },
  /** A ticket costs support time, two mails and a file. */
  'ticket:account': { limit: 10, windowMs: HOUR_MS },
  /** Uploads of an account, archives and attachments together. */
  'uploads:account': { limit: 50, windowMs: DAY_MS },
  /** Bytes of these uploads: ten archives of the maximum size. */
  'upload_bytes:account': { limit: 500 * 1024 * 1024, windowMs: DAY_MS },
} satisfies Record<string, ThrottleRule>;

/** A counter and its limit. */
export interface Throttle {
  key: string;
  rule: ThrottleRule;
}

/** @param whom whose attempts it counts. */
export function throttleOf(what: keyof typeof throttleRules, whom: string): Throttle {
  return { key: `${what}:${whom}`, rule: throttleRules[what] };
}
