import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';

// Lifetimes of single-use links (design §4, "Links"); account/registration-lifetime.ts has the confirmation's.
/** This link is enough to sign in: ASVS 5.0, 6.5.5 allows ten minutes; the design had 15. */
export const MAGIC_LINK_LIFETIME_MS = 10 * MINUTE_MS;
export const RESET_LIFETIME_MS = 60 * MINUTE_MS;
export const LOGIN_CODE_LIFETIME_MS = 60 * SECOND_MS;
/** As long as a registration's confirmation. */
export const EMAIL_CHANGE_LIFETIME_MS = DAY_MS;
