import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AttemptOutcome,
  afterAttempt,
  MAX_BREAKS,
  nextParallel,
  PARALLEL,
  replayDelayMs,
  type Trial,
} from '#app/domain/held-webhooks/replay.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const waiting: Trial = {
  ...{ state: 'waiting', failure: null, attempts: 0, tries: 0, breaks: 0 },
  ...{ firstTriedAt: null, nextAt: null, lastStatus: null, finishedAt: null },
};

const outcomes: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.integer({ min: 200, max: 599 }).map((status) => ({ kind: 'answered', status }) as const),
  fc
    .constantFrom(
      ...(['not-registered', 'unavailable', 'in-progress', 'unreadable', 'unreachable', 'broken'] as const),
    )
    .map((kind) => ({ kind })),
);

test.each<[number, Trial['state'], Trial['failure']]>([
  [200, 'replayed', null],
  [302, 'replayed', null],
  [404, 'failed', 'refused'],
  [500, 'failed', 'workflow_failed'],
  [408, 'waiting', null],
  [429, 'waiting', null],
  [502, 'waiting', null],
  [503, 'waiting', null],
  [504, 'waiting', null],
])('an answer of %i: %s, %s', (status, state, failure) => {
  const { trial } = afterAttempt(waiting, { kind: 'answered', status }, 1_000);
  expect(trial).toMatchObject({ state, failure, attempts: 1, lastStatus: status });
});

test('waits 10 s, twice as long each time, and never longer than 15 min', () => {
  expect([1, 2, 3, 7, 8, 100].map(replayDelayMs)).toEqual([
    ...[10 * SECOND_MS, 20 * SECOND_MS, 40 * SECOND_MS, 640 * SECOND_MS],
    ...[15 * MINUTE_MS, 15 * MINUTE_MS],
  ]);
});

test('whatever happens, a request waits for a later attempt or is finished, and ends within a day of its first', () => {
  fc.assert(
    fc.property(fc.array(outcomes, { minLength: 1, maxLength: 200 }), (happens) => {
      let trial = waiting;
      let now = 0;
      for (const outcome of happens) {
        const after = afterAttempt(trial, outcome, now);
        trial = after.trial;
        if (trial.state !== 'waiting') {
          expect([trial.nextAt, trial.finishedAt]).toEqual([null, now]);
          expect(trial.state === 'failed').toBe(trial.failure !== null);
          return;
        }
        expect(trial.nextAt).toBeGreaterThan(now);
        expect(after.waits).not.toBe('nobody');
        expect(trial.breaks).toBeLessThan(MAX_BREAKS);
        if (trial.firstTriedAt !== null) expect(now - trial.firstTriedAt).toBeLessThan(DAY_MS);
        now = trial.nextAt ?? now;
      }
    }),
  );
});

test('a clock that went back ends nothing early, and delays the next attempt no longer than any', () => {
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 1, max: 30 * DAY_MS }), (outcome, backMs) => {
      const now = 40 * DAY_MS;
      const before = { ...waiting, tries: 1, attempts: 1, firstTriedAt: now + backMs, nextAt: now + backMs };
      const { trial } = afterAttempt(before, outcome, now);
      expect(trial.failure).not.toBe('gave_up');
      if (trial.state === 'waiting') {
        expect(trial.nextAt).toBeGreaterThan(now);
        expect(trial.nextAt).toBeLessThanOrEqual(now + 15 * MINUTE_MS);
      }
    }),
  );
});

test('a workspace that takes nothing costs a request none of its attempts', () => {
  for (const kind of ['unavailable', 'unreachable'] as const) {
    const { trial, waits } = afterAttempt(waiting, { kind }, 5);
    expect([trial.attempts, trial.firstTriedAt, waits]).toEqual([0, null, 'all']);
  }
});

test('five broken connections set a request aside', () => {
  let trial = waiting;
  for (let attempt = 1; attempt <= MAX_BREAKS; attempt += 1) {
    expect(trial.state).toBe('waiting');
    trial = afterAttempt(trial, { kind: 'broken' }, attempt).trial;
  }
  expect(trial).toMatchObject({ state: 'failed', failure: 'poison', attempts: MAX_BREAKS });
});

test('replays one path at a time after a failure, and slowly more after successes', () => {
  let pace = nextParallel({ paths: PARALLEL.start, successes: 3 }, false);
  expect(pace.paths).toBe(1);
  for (let success = 0; success < 1_000; success += 1) pace = nextParallel(pace, true);
  expect(pace.paths).toBe(PARALLEL.max);
});
