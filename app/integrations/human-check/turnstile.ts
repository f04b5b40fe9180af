import { createHash } from 'node:crypto';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';
import type { Outbound } from '../outbound/client.ts';

/** Cloudflare's limit: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const TOKEN_MAX_LENGTH = 2_048;
const VERIFY_TIMEOUT_MS = 3_000;
const AS_UUID = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;

/** Failures of our secret or of Cloudflare itself, rather than of the visitor. */
const OUTAGE = /secret|internal-error/;

/** Read with care: a proxy may answer in its place. */
type Answer = Readonly<Record<'success' | 'error-codes', unknown>>;

/** Cloudflare Turnstile, used when its keys are configured. Its tokens last 5 minutes; the registration redeems each once. */
export function turnstileCheck(settings: {
  secretKey: string;
  verifyUrl: string;
  outbound: Outbound;
}): HumanCheckVerifier {
  return {
    async verify(payload, client) {
      if (payload.length > TOKEN_MAX_LENGTH) return null;
      const digest = createHash('sha256').update(payload).digest();
      const response = await settings.outbound.request(settings.verifyUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          secret: settings.secretKey,
          response: payload,
          remoteip: client.address,
          // Without a key, only the first post of a form passes: a name that is taken, or a second click, would end it.
          idempotency_key: digest.toString('hex').replace(AS_UUID, '$1-$2-4$3-8$4-$5'),
        }),
        timeoutMs: VERIFY_TIMEOUT_MS,
      });
      const { success, 'error-codes': codes } = (await response.json()) as Answer;
      if (typeof success !== 'boolean' || OUTAGE.test(String(codes))) throw new Error(`Turnstile: ${codes}.`);
      return success ? { id: digest.toString('base64url') } : null;
    },
  };
}
