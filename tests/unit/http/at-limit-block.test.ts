import { expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { blockOf } from '#app/routes/manage-usage/read-at-limit.ts';

const viewer = (group: 'trial' | 'enterprise') =>
  ({ subscription: null, plan: { group } }) as unknown as Viewer;

test('an account with an agreement is not asked to choose a plan at its limit', () => {
  expect(blockOf(viewer('enterprise'), false)).toBe('agreement');
  expect(blockOf(viewer('trial'), false)).toBe('trial');
});
