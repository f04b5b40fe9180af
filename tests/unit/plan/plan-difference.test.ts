import { expect, test } from 'vitest';
import { planDifference } from '#app/routes/account-change-plan/plan-difference.ts';

const of = (
  planId: 'starter' | 'pro-1' | 'custom',
  quota: { executions: number; activeWorkflows: number } | null = null,
) => ({
  planId,
  quota,
});

test('a larger plan gains limits and features, and the smaller way back loses the same', () => {
  const up = planDifference(of('starter'), of('pro-1'));
  expect(up.more).toContainEqual({ figure: 'executions', by: 7_500 });
  expect(up.gained).toContain('three-projects');
  expect([up.less, up.lost]).toEqual([[], ['forum-support']]);
  const down = planDifference(of('pro-1'), of('starter'));
  expect(down.less).toEqual(up.more);
  expect(down.lost).toEqual(up.gained);
});

test('a greater form of a feature is not a loss of the lesser one', () => {
  const { lost } = planDifference(of('pro-1'), of('custom'));
  expect(lost).toEqual([]);
});

test('a custom plan counts by its quota', () => {
  const bought = of('custom', { executions: 250_000, activeWorkflows: 500 });
  expect(planDifference(bought, of('pro-1')).less).toContainEqual({ figure: 'executions', by: 240_000 });
  expect(planDifference(bought, bought)).toEqual({ more: [], less: [], gained: [], lost: [] });
});
