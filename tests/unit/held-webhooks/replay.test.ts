import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AttemptOutcome,
  type AttemptTimes,
  afterAttempt,
  FIRST_PACE,
  MAX_BREAKS,
  nextPace,
  PARALLEL,
  type ReplayPace,
  type ReplayProgress,
  replayDelayMs,
  requestIdOf,
  tryAgain,
} from '#app/domain/held-webhooks/replay.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const waiting: ReplayProgress = {
  state: 'waiting',
  failure: null,
  run: 1,
  attempts: 0,
  tries: 0,
  breaks: 0,
  unansweredIn: null,
  firstTriedAt: null,
  nextAt: null,
  lastStatus: null,
  finishedAt: null,
};
/** An attempt that took no time. */
const at = (now: number, generation = 1): AttemptTimes => ({ startedAt: now, now, generation });

const outcomes: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.integer({ min: 200, max: 599 }).map((status) => ({ kind: 'answered', status }) as const),
  fc
    .constantFrom(
      ...(['not-registered', 'unavailable', 'in-progress', 'unanswered', 'disconnected'] as const),
      ...(['blocked', 'unreadable', 'unreachable', 'broken'] as const),
    )
    .map((kind) => ({ kind })),
);

test.each<[number, ReplayProgress['state'], ReplayProgress['failure']]>([
  [200, 'replayed', null],
  [302, 'replayed', null],
  [404, 'failed', 'refused'],
  [500, 'failed', 'workflow_failed'],
  [408, 'failed', 'refused'],
  [429, 'failed', 'refused'],
  [502, 'failed', 'workflow_failed'],
  [503, 'failed', 'workflow_failed'],
  [504, 'failed', 'workflow_failed'],
])('the workspace’s own answer of %i is final: %s, %s', (status, state, failure) => {
  const { progress } = afterAttempt(waiting, { kind: 'answered', status }, at(1_000));
  expect(progress).toMatchObject({ state, failure, attempts: 1, lastStatus: status });
});

test.each<[ReplayProgress['failure'], string]>([
  ['refused', 'hld_a.2'],
  ['workflow_failed', 'hld_a.2'],
  ['gave_up', 'hld_a'],
  ['poison', 'hld_a'],
  [null, 'hld_a'],
])('a replay of a request that failed as %s is known to the process as %s', (failure, requestId) => {
  const again = tryAgain({ ...waiting, state: failure ? 'failed' : 'waiting', failure }, 1_000);
  expect(requestIdOf({ id: 'hld_a', ...again })).toBe(requestId);
  // A second press finds a waiting request, and begins no further run.
  expect(requestIdOf({ id: 'hld_a', ...tryAgain(again, 1_001) })).toBe(requestId);
});

test('doubles the delay from 10 s up to 15 min', () => {
  expect([1, 2, 3, 7, 8, 100].map(replayDelayMs)).toEqual([
    10 * SECOND_MS,
    20 * SECOND_MS,
    40 * SECOND_MS,
    640 * SECOND_MS,
    15 * MINUTE_MS,
    15 * MINUTE_MS,
  ]);
});

test('after any outcomes, a request waits for another attempt or ends, within a day of its first attempt', () => {
  fc.assert(
    fc.property(fc.array(outcomes, { minLength: 1, maxLength: 200 }), (happens) => {
      let progress = waiting;
      let now = 0;
      for (const outcome of happens) {
        const after = afterAttempt(progress, outcome, at(now));
        progress = after.progress;
        if (progress.state !== 'waiting') {
          expect([progress.nextAt, progress.finishedAt]).toEqual([null, now]);
          expect(progress.state === 'failed').toBe(progress.failure !== null);
          return;
        }
        expect(progress.nextAt).toBeGreaterThan(now);
        expect(after.pause).not.toBe('none');
        expect(progress.breaks).toBeLessThan(MAX_BREAKS);
        if (progress.firstTriedAt !== null) expect(now - progress.firstTriedAt).toBeLessThan(DAY_MS);
        now = progress.nextAt ?? now;
      }
    }),
  );
});

test('a clock that moves back ends no request early, and delays no attempt beyond the maximum', () => {
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 1, max: 30 * DAY_MS }), (outcome, backMs) => {
      const now = 40 * DAY_MS;
      const before = { ...waiting, tries: 1, attempts: 1, firstTriedAt: now + backMs, nextAt: now + backMs };
      const { progress } = afterAttempt(before, outcome, at(now));
      expect(progress.failure).not.toBe('gave_up');
      if (progress.state === 'waiting') {
        expect(progress.nextAt).toBeGreaterThan(now);
        expect(progress.nextAt).toBeLessThanOrEqual(now + 15 * MINUTE_MS);
      }
    }),
  );
});

test('an unavailable workspace uses up no attempts of a request', () => {
  for (const kind of ['unavailable', 'unreachable'] as const) {
    const { progress, pause } = afterAttempt(waiting, { kind }, at(5));
    expect([progress.attempts, progress.firstTriedAt, pause]).toEqual([0, null, 'all']);
  }
});

test('a second run that is not answered in time shows that the process of the first one ended', () => {
  const after = (
    before: ReplayProgress,
    kind: 'unanswered' | 'in-progress' | 'disconnected',
    generation = 1,
  ) => afterAttempt(before, { kind }, at(0, generation)).progress;
  const first = after(waiting, 'unanswered');
  expect([first.breaks, first.unansweredIn]).toEqual([0, 1]);
  expect(after(after(first, 'in-progress'), 'unanswered').breaks).toBe(1);
  // A deliberate restart ended the first run.
  expect(after(first, 'unanswered', 2).breaks).toBe(0);
  // It may not have reached the process.
  expect(after(first, 'disconnected').breaks).toBe(0);
  expect(tryAgain(first, 0).unansweredIn).toBeNull();
});

test('only the time in which attempts were possible counts toward a day of attempts', () => {
  const blocked = (before: ReplayProgress, now: number) =>
    afterAttempt(before, { kind: 'blocked' }, at(now)).progress;
  const first = blocked(waiting, 0);
  const late = blocked(first, 2 * DAY_MS);
  expect([late.state, late.firstTriedAt]).toEqual(['waiting', 2 * DAY_MS - replayDelayMs(1)]);
  // Down again, for another day.
  let down = late;
  for (let tries = 0; tries < 100; tries += 1)
    down = afterAttempt(down, { kind: 'unreachable' }, at((down.nextAt ?? 0) + DAY_MS / 100)).progress;
  expect(blocked(down, down.nextAt ?? 0).state).toBe('waiting');
});

test('a request fails after five broken connections', () => {
  let progress = waiting;
  for (let attempt = 1; attempt <= MAX_BREAKS; attempt += 1) {
    expect(progress.state).toBe('waiting');
    progress = afterAttempt(progress, { kind: 'broken' }, at(attempt)).progress;
  }
  expect(progress).toMatchObject({ state: 'failed', failure: 'poison', attempts: MAX_BREAKS });
});

/** @returns the pace after answers that took so long each. */
function paceAfter(answers: number, tookMs: number, pace = FIRST_PACE): ReplayPace {
  for (let answer = 0; answer < answers; answer += 1) pace = nextPace(pace, 'answered', tookMs);
  return pace;
}

test('replays one path at a time after a failure, and gradually more after answers', () => {
  const failed = nextPace({ paths: PARALLEL.max, answers: 3, tookMs: 60 }, 'unreachable', 1);
  expect(failed.paths).toBe(1);
  // Webhooks that do not exist say nothing of the workspace's load.
  expect(nextPace(failed, 'not-registered', 1)).toEqual(failed);
  expect(paceAfter(PARALLEL.growAfter - 1, 1, failed).paths).toBe(1);
  expect(paceAfter(PARALLEL.growAfter, 1, failed).paths).toBe(2);
  expect(paceAfter(1_000, 1, failed).paths).toBe(PARALLEL.start);
});

test('replays more paths in parallel only while answers are slow', () => {
  expect(paceAfter(1_000, PARALLEL.slowMs - 1).paths).toBe(PARALLEL.start);
  const slow = paceAfter(1_000, PARALLEL.slowMs);
  expect(slow.paths).toBe(PARALLEL.max);
  expect(paceAfter(PARALLEL.growAfter, 1, slow).paths).toBe(PARALLEL.max - 1);
  expect(paceAfter(1_000, 1, slow).paths).toBe(PARALLEL.start);
});
