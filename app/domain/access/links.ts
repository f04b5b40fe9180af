import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';

// How long each single-use link works (design §4, "Links"); the confirmation's is in account/registration-lifetime.ts.
/** Signs in by itself: ASVS 5.0, 6.5.5 allows ten minutes where the design had 15. */
export const MAGIC_LINK_LIFETIME_MS = 10 * MINUTE_MS;
export const RESET_LIFETIME_MS = 60 * MINUTE_MS;
export const LOGIN_CODE_LIFETIME_MS = 60 * SECOND_MS;
/** The new address has a day to answer, as a registration's has. */
export const EMAIL_CHANGE_LIFETIME_MS = DAY_MS;
