import { z } from 'zod';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';
import type { Outbound } from '../outbound/client.ts';

/** Cloudflare's limit: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const TOKEN_MAX_LENGTH = 2_048;
const VERIFY_TIMEOUT_MS = 3_000;

const answerSchema = z.object({ success: z.boolean() });

/** Cloudflare Turnstile, used when its keys are configured. A token is good once and for 5 minutes, which they hold. */
export function turnstileCheck(settings: {
  secretKey: string;
  verifyUrl: string;
  outbound: Outbound;
}): HumanCheckVerifier {
  return {
    async verify(payload, client) {
      if (payload.length > TOKEN_MAX_LENGTH) return null;
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload));
      const id = encodeBase64Url(new Uint8Array(digest));
      const response = await settings.outbound.request(settings.verifyUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ secret: settings.secretKey, response: payload, remoteip: client.address }),
        timeoutMs: VERIFY_TIMEOUT_MS,
      });
      const answer = answerSchema.safeParse(await response.json());
      return answer.success && answer.data.success ? { id } : null;
    },
  };
}
