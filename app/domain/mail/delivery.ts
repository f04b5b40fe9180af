import { DAY_MS } from '../time/clock.ts';

/** How long a mail's delivery is tried: later, its links have expired and its news is old. */
export const MAIL_TRIED_FOR_MS = 3 * DAY_MS;
