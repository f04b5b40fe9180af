import { expect, test } from 'vitest';
import {
  availabilityOf,
  type HistoryEntry,
  historySpans,
  uptime,
  uptimeByDay,
} from '#app/domain/instance/history.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';

const START = Date.UTC(2027, 5, 1);
function line(
  hours: number,
  phase: HistoryEntry['phase'],
  cause: HistoryEntry['cause'] = null,
): HistoryEntry {
  return { at: START + hours * HOUR_MS, phase, cause };
}
const entries = [
  line(0, 'pending', 'provision'),
  line(1, 'online'),
  line(5, 'pending', 'recover'),
  line(6, 'offline'),
  line(7, 'pending', 'restart'),
  line(8, 'online'),
  line(10, 'stopped', 'trial_ended'),
];

test('lists spans newest first, each until the next one', () => {
  const spans = historySpans(entries);
  expect(spans[0]).toEqual({ ...line(10, 'stopped', 'trial_ended'), endedAt: null });
  expect(spans.at(-1)).toEqual({ ...line(0, 'pending', 'provision'), endedAt: START + HOUR_MS });
  expect(historySpans([])).toEqual([]);
});

test('a clock that went back leaves a span without duration', () => {
  const spans = historySpans([line(5, 'online'), line(2, 'offline'), line(6, 'online')]);
  expect(spans.map(({ at, endedAt }) => (endedAt === null ? null : (endedAt - at) / HOUR_MS))).toEqual([
    null,
    4,
    0,
  ]);
});

test.each([
  ['online', null, 'up'],
  ['offline', null, 'down'],
  ['pending', 'recover', 'down'],
  ['pending', 'restart', 'not-counted'],
  ['pending', 'update', 'not-counted'],
  ['stopped', 'paused', 'not-counted'],
  ['deleted', 'cancelled', 'not-counted'],
] as const)('%s for %s counts as %s', (phase, cause, expected) => {
  expect(availabilityOf({ at: START, phase, cause })).toBe(expected);
});

test('uptime is the share of the counted time', () => {
  // Six hours up, two hours down; the rest was requested.
  expect(uptime(entries, START, START + 20 * HOUR_MS)).toBe(0.75);
  expect(uptime(entries, START + 8 * HOUR_MS, START + 9 * HOUR_MS)).toBe(1);
  expect(uptime(entries, START + 6 * HOUR_MS, START + 7 * HOUR_MS)).toBe(0);
  expect(uptime(entries, START, START + HOUR_MS)).toBeNull();
  expect(uptime([], START, START + HOUR_MS)).toBeNull();
});

test('uptime by day ends today, up to the current time', () => {
  const days = uptimeByDay([line(0, 'online'), line(36, 'offline')], 3, START + 42 * HOUR_MS);
  expect(days).toEqual([
    { dayBeganAt: START - DAY_MS, uptime: null },
    { dayBeganAt: START, uptime: 1 },
    { dayBeganAt: START + DAY_MS, uptime: 12 / 18 },
  ]);
});
