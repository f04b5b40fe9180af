import { expect, test } from 'vitest';
import { decideWaitingMail } from '#app/domain/held-webhooks/waiting-mail.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';

const began = 1_000;

test.for([
  ['nothing waits any more', null, began + HOUR_MS, { kind: 'none' }],
  [
    'the oldest waits for an hour',
    began,
    began + HOUR_MS,
    { kind: 'send', day: 0, nextAt: began + HOUR_MS + DAY_MS },
  ],
  [
    'the oldest waits for longer, after a late alarm',
    began,
    began + 5 * HOUR_MS,
    { kind: 'send', day: 0, nextAt: began + 5 * HOUR_MS + DAY_MS },
  ],
  [
    'the oldest still waits a day after the first mail',
    began,
    began + 29 * HOUR_MS,
    { kind: 'send', day: 1, nextAt: began + 29 * HOUR_MS + DAY_MS },
  ],
  [
    'the oldest is one millisecond too young',
    began + 1,
    began + HOUR_MS,
    { kind: 'later', at: began + HOUR_MS + 1 },
  ],
  ['the clock went back', began, began - 1, { kind: 'later', at: began + HOUR_MS }],
] as const)('the mail about waiting requests: %s', ([, oldestAt, now, expected]) => {
  expect(decideWaitingMail(oldestAt, now)).toEqual(expected);
});
