import type { HoldRefusal } from '#app/domain/held-webhooks/decide-hold.ts';
import type { HoldReason } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';
import { gatewayHeaders } from '../security-headers.ts';

/** `not-stored`: the object or the database did not answer. `too-slow`: the webhook's body did not arrive in time. */
type GatewayRefusal = HoldRefusal | 'not-stored' | 'too-slow';

interface WebhookRefusal {
  why: GatewayRefusal;
  reason?: HoldReason;
  retryAfterSeconds: number | null;
}

/** `words` name the sentence, and follow `webhook_` in the code. */
const refusals = {
  full: { status: 503, words: 'queue_full' },
  'answers-itself': { status: 503, words: 'not_held' },
  'too-large': { status: 413, words: 'too_large' },
  'not-stored': { status: 503, words: 'not_stored' },
  'too-slow': { status: 408, words: 'too_slow' },
} as const satisfies Record<GatewayRefusal, { status: number; words: string }>;

/** The sentence for a reason; senders need not distinguish the states in which a workspace does not run. */
function sentenceOf(reason: HoldReason): string {
  switch (reason) {
    case 'unreachable':
    case 'over_quota':
    case 'not_registered':
    case 'queue':
      return t(`instance.gateway.reason.${reason}`);
    default:
      return t('instance.gateway.reason.notRunning');
  }
}

/** @returns the answer to a webhook that is durably stored. */
export function heldAnswer(id: string, retryAfterSeconds: number | null, isSecure: boolean): Response {
  const body = { held: id, ...(retryAfterSeconds !== null && { retryAfter: retryAfterSeconds }) };
  return Response.json(body, { status: 202, headers: webhookHeaders(isSecure) });
}

/** A website's script that sends a webhook must be able to read that it is held, as it reads n8n's answer, or its visitor sends it again. */
function webhookHeaders(isSecure: boolean): Headers {
  const headers = gatewayHeaders(isSecure);
  headers.set('Access-Control-Allow-Origin', '*');
  return headers;
}

/**
 * @returns the permission for a website's script to send a webhook, so that it is held: for any origin, since only n8n knows the webhook's
 *   own list, and without credentials. Browsers ask n8n again after five seconds.
 */
export function permitWebhook({ headers: asked }: Request, isSecure: boolean): Response {
  const headers = webhookHeaders(isSecure);
  headers.set('Access-Control-Allow-Methods', asked.get('Access-Control-Request-Method') ?? '');
  headers.set('Access-Control-Allow-Headers', asked.get('Access-Control-Request-Headers') ?? '');
  headers.set('Access-Control-Max-Age', '5');
  return new Response(null, { status: 204, headers });
}

/**
 * @param refusal `reason`: why its workspace refuses it, if known.
 * @returns the answer to a webhook that is not held.
 */
export function answerRefusal(
  { why, reason, retryAfterSeconds }: WebhookRefusal,
  isSecure: boolean,
): Response {
  const { status, words } = refusals[why];
  const refused = t(`instance.gateway.refused.${words}`);
  const error = reason ? `${sentenceOf(reason)} ${refused}` : refused;
  const headers = webhookHeaders(isSecure);
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json({ error, code: `webhook_${words}` }, { status, headers });
}
