import type { HoldRefusal } from '#app/domain/held-webhooks/decide-hold.ts';
import { t } from '#app/i18n/t.ts';
import { gatewayHeaders } from '../security-headers.ts';

/** Why a webhook is refused. `not-stored`: the workspace's object or the database did not answer. */
type GatewayRefusal = HoldRefusal | 'not-stored';

const refusals = {
  full: { status: 503, words: 'queueFull', code: 'webhook_queue_full' },
  'answers-itself': { status: 503, words: 'answersItself', code: 'webhook_not_held' },
  'too-large': { status: 413, words: 'tooLarge', code: 'webhook_too_large' },
  'not-stored': { status: 503, words: 'notStored', code: 'webhook_not_stored' },
} as const satisfies Record<GatewayRefusal, { status: number; words: string; code: string }>;

/** @returns the answer to a webhook that is durably stored. */
export function heldAnswer(id: string, retryAfterSeconds: number | null, isSecure: boolean): Response {
  const body = { held: id, ...(retryAfterSeconds !== null && { retryAfter: retryAfterSeconds }) };
  return Response.json(body, { status: 202, headers: gatewayHeaders(isSecure) });
}

/** @returns the answer to a webhook that is not held; says why. */
export function refusedAnswer(
  why: GatewayRefusal,
  retryAfterSeconds: number | null,
  isSecure: boolean,
): Response {
  const { status, words, code } = refusals[why];
  const headers = gatewayHeaders(isSecure);
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json({ error: t(`instance.gateway.${words}`), code }, { status, headers });
}
