import { expect, test } from 'vitest';
import { includesFeature, planDifference } from '#app/routes/account-change-plan/plan-difference.ts';

const of = (
  planId: 'starter' | 'pro-1' | 'custom',
  quota: { executions: number; activeWorkflows: number } | null = null,
) => ({
  planId,
  quota,
});

test('a larger plan gains limits and features, and the change back loses the same', () => {
  const up = planDifference(of('starter'), of('pro-1'));
  expect(up.more).toContainEqual({ figure: 'executions', from: 2_500, to: 10_000 });
  expect(up.gained).toContainEqual(['one-project', 'three-projects']);
  expect(up.gained).toContainEqual(['global-variables']);
  expect([up.less, up.lost]).toEqual([[], []]);
  const down = planDifference(of('pro-1'), of('starter'));
  expect(down.less).toEqual(up.more.map(({ figure, from, to }) => ({ figure, from: to, to: from })));
  expect(down.lost).toEqual(up.gained.map((forms) => forms.toReversed()));
  expect(down.gained).toEqual([]);
});

test('a greater form of a feature is not a loss of the lesser one', () => {
  const { lost } = planDifference(of('pro-1'), of('custom'));
  expect(lost).toEqual([]);
});

test('a plan includes the lesser forms of its features, and the forum', () => {
  expect(includesFeature('pro-1', 'one-project')).toBe(true);
  expect(includesFeature('pro-1', 'unlimited-projects')).toBe(false);
  expect(includesFeature('pro-1', 'forum-support')).toBe(true);
  expect(includesFeature('starter', 'global-variables')).toBe(false);
});

test('a custom plan counts by its quota', () => {
  const bought = of('custom', { executions: 250_000, activeWorkflows: 500 });
  expect(planDifference(bought, of('pro-1')).less).toContainEqual({
    figure: 'executions',
    from: 250_000,
    to: 10_000,
  });
  expect(planDifference(bought, bought)).toEqual({ more: [], less: [], gained: [], lost: [] });
});
