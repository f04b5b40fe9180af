import { expect, test } from 'vitest';
import { type CountedRun, deviationsOf, NO_DEVIATIONS, waitsOf } from '#tests/support/counted-runs.ts';
import type { SentWebhook } from '#tests/support/counting-sender.ts';

const sentWebhook = (number: number, outcome: SentWebhook['outcome']): SentWebhook => ({
  path: '/a',
  number,
  outcome,
  status: null,
  answeredAt: 1_000,
  code: null,
  tookMs: 1,
});
const run = (number: number, path = '/a'): CountedRun => ({ path, number, ranAt: 1_000 + number });

test('finds nothing when each accepted webhook ran once, in order', () => {
  const all = [
    sentWebhook(1, 'run'),
    sentWebhook(2, 'held'),
    sentWebhook(3, 'unanswered'),
    sentWebhook(4, 'refused'),
    sentWebhook(5, 'run'),
  ];
  expect(deviationsOf(all, [run(1), run(2), run(5)])).toEqual(NO_DEVIATIONS);
  // An unanswered webhook may have run or not; it may also run late.
  expect(deviationsOf(all, [run(1), run(2), run(5), run(3)])).toEqual(NO_DEVIATIONS);
});

test('finds lost, doubled and overtaking requests, and refused ones that ran', () => {
  const all = [
    sentWebhook(1, 'run'),
    sentWebhook(2, 'held'),
    sentWebhook(3, 'unanswered'),
    sentWebhook(4, 'refused'),
    sentWebhook(5, 'run'),
  ];
  expect(deviationsOf(all, [run(5), run(3), run(3), run(4), run(1)])).toEqual({
    lost: ['/a #2'],
    doubled: ['/a #3'],
    disordered: ['/a #1'],
    refusedAndRun: ['/a #4'],
  });
});

test('only counts the wait of held webhooks', () => {
  expect(waitsOf([sentWebhook(1, 'run'), sentWebhook(40, 'held')], [run(1), run(40)])).toEqual([40]);
});
