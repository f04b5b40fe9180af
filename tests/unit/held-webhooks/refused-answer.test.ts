import { expect, test } from 'vitest';
import { type HoldRefusal, retryAfterRefusal } from '#app/domain/held-webhooks/decide-hold.ts';
import { type HoldReason, holdReasons } from '#app/domain/held-webhooks/held-request.ts';
import { refusedAnswer } from '#workers/gateway/held-answers.ts';

async function refuse(why: HoldRefusal, reason: HoldReason) {
  const answer = refusedAnswer({ why, reason, retryAfterSeconds: retryAfterRefusal(why, reason) }, true);
  const { error, code } = (await answer.json()) as { error: string; code: string };
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), error, code };
}

test('a webhook beyond the plan’s executions is not told that the workspace does not run', async () => {
  expect(await refuse('answers-itself', 'over_quota')).toEqual({
    status: 503,
    retryAfter: '600',
    error:
      'This workspace has used all executions of its plan. Its answer to this webhook cannot wait. Please send the webhook again later.',
    code: 'webhook_not_held',
  });
});

test.each(holdReasons)('a webhook refused while %s is told so, and when to come back', async (reason) => {
  const isRunning = ['over_quota', 'not_registered', 'queue', 'unreachable'].includes(reason);
  for (const why of ['full', 'answers-itself'] as const) {
    const { error, retryAfter } = await refuse(why, reason);
    expect(error.includes('is not running')).toBe(!isRunning);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect(await refuse('too-large', reason)).toMatchObject({ status: 413, retryAfter: null });
});

test('a webhook that could not be stored is told nothing of a state that is not known', async () => {
  const answer = refusedAnswer({ why: 'not-stored', retryAfterSeconds: 5 }, true);
  expect(await answer.json()).toEqual({
    error: 'This webhook could not be stored. Please send it again in a moment.',
    code: 'webhook_not_stored',
  });
});
