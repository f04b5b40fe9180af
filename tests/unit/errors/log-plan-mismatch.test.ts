import { afterEach, expect, test, vi } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { logPlanMismatch } from '#workers/log-plan-mismatch.ts';

afterEach(() => vi.restoreAllMocks());

/** @returns the log lines for a viewer whose billed plan differs from the plan in use. */
function linesOf(billedPlanId: string | null, planId: string): string[] {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const viewer = {
    user: { name: 'Ada', email: 'ada@example.com' },
    account: { id: 'acc_1', name: 'ada' },
    plan: { id: planId },
    subscription: billedPlanId === null ? null : { planId: billedPlanId, status: 'active' },
  } as Viewer;
  logPlanMismatch(viewer, 'req_1');
  return log.mock.calls.map((call) => call.join(' '));
}

test('a mismatch of billed and actual plan logs one line without personal data', () => {
  const [line = '', ...more] = linesOf('pro-1', 'starter');
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toEqual({
    level: 'plan_mismatch',
    reference: 'req_1',
    accountId: 'acc_1',
    billedPlanId: 'pro-1',
    planId: 'starter',
  });
});

test.each([
  ['starter', 'starter'],
  [null, 'trial-1'],
])('billed for %s with the plan %s: logs nothing', (billedPlanId, planId) => {
  expect(linesOf(billedPlanId, planId)).toEqual([]);
});
