import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  attemptDueAt,
  jitter,
  nextAttemptAt,
  POLL_ATTEMPTS,
  pollDelayMs,
  probeIntervalMs,
} from '#app/domain/instance/polling.ts';

const START = 1_800_000_000_000;

test('schedules twelve attempts every 5 s, then sixteen every 15 s', () => {
  const expected: number[] = [];
  for (let second = 5; second <= 60; second += 5) expected.push(second);
  for (let second = 75; second <= 300; second += 15) expected.push(second);
  expect(expected).toHaveLength(POLL_ATTEMPTS);

  const walked: number[] = [];
  for (let at = nextAttemptAt(START, START); at !== null; at = nextAttemptAt(START, at)) {
    walked.push((at - START) / 1_000);
  }
  expect(walked).toEqual(expected);
});

test('an attempt is due after all earlier delays', () => {
  let waited = 0;
  for (let attempt = 1; attempt <= POLL_ATTEMPTS; attempt += 1) {
    waited += pollDelayMs(attempt) ?? Number.NaN;
    expect(attemptDueAt(START, attempt)).toBe(START + waited);
  }
  expect(pollDelayMs(POLL_ATTEMPTS + 1)).toBeNull();
});

test.each([
  ['a late alarm skips missed attempts', 23_400, 25_000],
  ['one instant before an attempt', 59_999, 60_000],
  ['on the last fast attempt', 60_000, 75_000],
  ['one instant before the last attempt', 299_999, 300_000],
  ['on the last attempt', 300_000, null],
  ['a year later', 31_536_000_000, null],
])('%s', (_case, elapsedMs, expectedMs) => {
  const next = nextAttemptAt(START, START + elapsedMs);
  expect(next === null ? null : next - START).toBe(expectedMs);
});

test('waits one interval after the clock went back a day', () => {
  const now = START - 86_400_000;
  expect(nextAttemptAt(START, now)).toBe(now + 5_000);
});

/** Random like real ids, but the same in every run. */
const ids = Array.from({ length: 1_000 }, (_, index) => {
  const digest = createHash('sha256').update(String(index)).digest('base64url');
  return `wks_${digest.slice(0, 22)}`;
});

test('varies an interval by up to a tenth, always the same for one workspace', () => {
  const waits = ids.map((id) => jitter(10_000, id));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(9_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(ids.map((id) => jitter(10_000, id))).toEqual(waits);
});

test('spreads the probes of many workspaces evenly', () => {
  const tenths = new Map<number, number>();
  for (const id of ids) {
    const tenth = Math.min(9, Math.floor((jitter(10_000, id) - 9_000) / 200));
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
  }
  expect(tenths.size).toBe(10);
  // About a hundred each.
  for (const count of tenths.values()) expect(Math.abs(count - 100)).toBeLessThan(50);
});

test('probes every 15 s while stopping, every 5 minutes Offline, hourly Online', () => {
  expect(probeIntervalMs('stopping', 'wks_1')).toBe(15_000);
  expect(probeIntervalMs('offline', 'wks_1')).toBe(jitter(300_000, 'wks_1'));
  expect(probeIntervalMs('online', 'wks_1')).toBe(jitter(3_600_000, 'wks_1'));
});
