import { expect, test } from 'vitest';
import { type HoldRefusal, retryAfterRefusal } from '#app/domain/held-webhooks/decide-hold.ts';
import { type HoldReason, holdReasons } from '#app/domain/held-webhooks/held-request.ts';
import { answerRefusal } from '#workers/gateway/held-answers.ts';

async function refuse(why: HoldRefusal, reason: HoldReason) {
  const answer = answerRefusal({ why, reason, retryAfterSeconds: retryAfterRefusal(why, reason) }, true);
  const { error, code } = (await answer.json()) as { error: string; code: string };
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), error, code };
}

test('the answer to a webhook beyond the plan’s executions does not say that the workspace is stopped', async () => {
  expect(await refuse('answers-itself', 'over_quota')).toEqual({
    status: 503,
    retryAfter: '600',
    error:
      'This workspace has used all executions of its plan. This webhook needs an immediate response, so it isn’t held. Please send it again later.',
    code: 'webhook_not_held',
  });
});

test.each(holdReasons)(
  'the answer to a webhook refused while %s names the reason and when to retry',
  async (reason) => {
    const isRunning = ['over_quota', 'not_registered', 'queue', 'unreachable'].includes(reason);
    for (const why of ['full', 'answers-itself'] as const) {
      const { error, retryAfter } = await refuse(why, reason);
      expect(error.includes('is not running')).toBe(!isRunning);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect(await refuse('too-large', reason)).toMatchObject({ status: 413, retryAfter: null });
  },
);

test('the answer to a webhook that could not be stored names no unknown state', async () => {
  const answer = answerRefusal({ why: 'not-stored', retryAfterSeconds: 5 }, true);
  expect(await answer.json()).toEqual({
    error: 'This webhook couldn’t be stored. Please send it again in a moment.',
    code: 'webhook_not_stored',
  });
});
