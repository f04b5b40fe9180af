import type { HoldRefusal } from '#app/domain/held-webhooks/decide-hold.ts';
import { t } from '#app/i18n/t.ts';
import { DATA_POLICY, STRICT_TRANSPORT_SECURITY } from './security-headers.ts';

/** Why a webhook is refused; `not-stored`: its object or the database did not answer. */
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
  return Response.json(body, { status: 202, headers: headersOf(isSecure) });
}

/** @returns the answer to a webhook that is not held, which says why. */
export function refusedAnswer(
  why: GatewayRefusal,
  retryAfterSeconds: number | null,
  isSecure: boolean,
): Response {
  const { status, words, code } = refusals[why];
  const headers = headersOf(isSecure);
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json({ error: t(`instance.gateway.${words}`), code }, { status, headers });
}

function headersOf(isSecure: boolean): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  headers.set('Content-Security-Policy', DATA_POLICY);
  if (isSecure) headers.set('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
  return headers;
}
