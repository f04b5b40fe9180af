import { z } from 'zod';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { OutboundError } from '../outbound/errors.ts';

/** The error code for a refusal, by Paddle's stable code: https://developer.paddle.com/errors */
const meanings: Record<string, ErrorCode> = {
  subscription_update_when_past_due: 'payment_details_outdated',
  subscription_outstanding_transaction: 'payment_details_outdated',
  subscription_update_error_when_paused: 'resubscription_needed',
  subscription_is_canceled_action_invalid: 'resubscription_needed',
  subscription_not_active: 'resubscription_needed',
  subscription_locked_processing: 'plan_change_pending',
  subscription_locked_renewal: 'plan_change_pending',
  subscription_locked_pending_changes: 'plan_change_pending',
  subscription_payment_declined: 'payment_declined',
  // Another change of the same entity came first; nothing was done.
  concurrent_modification: 'billing_unavailable',
  conflict: 'billing_unavailable',
};

const refusalSchema = z.object({ error: z.object({ code: z.string().max(100), detail: z.string() }) });

/** @returns Paddle's error for a refused call; null for a failure of another kind. */
export function refusalOf(error: unknown): { code: string; detail: string } | null {
  if (!(error instanceof OutboundError) || error.kind !== 'status') return null;
  // The body can be a proxy's page: then only the status counts.
  return refusalSchema.safeParse(parseOptionalJson(error.body ?? '')).data?.error ?? null;
}

/** @returns whether an answer of Paddle says that the call was not done: a proxy's 502 does not. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error.kind !== 'status') return false;
  return refusalOf(error) !== null || (error.status ?? 0) < 500;
}

/**
 * @param refused the code for a refusal without a specific sentence.
 * @returns the meaning of a failed call; a refused key, our own fault, counts as an outage.
 */
export function paddleFailure(error: unknown, refused: ErrorCode): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof OutboundError)) return new AppError('billing_unavailable', { cause: error });
  const code = refusalOf(error)?.code;
  // Paddle's detail may repeat request data, such as a person's e-mail; its code cannot.
  const cause = new Error(`Paddle: ${error.status ?? error.kind} ${code ?? ''}`.trimEnd(), { cause: error });
  // Before the status: Paddle answers 501 to some errors of the caller.
  const meaning = code === undefined || !Object.hasOwn(meanings, code) ? undefined : meanings[code];
  if (meaning) return new AppError(meaning, { cause });
  const isAway = error.isTransient || error.status === 401 || error.status === 403;
  if (!isAway) return new AppError(refused, { cause });
  const { retryAfterMs } = error;
  return new AppError('billing_unavailable', {
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / SECOND_MS) }),
  });
}
