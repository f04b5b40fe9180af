import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import { z } from 'zod';
import { type Clock, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';

/** Long enough to fill in a form at leisure. */
const CHALLENGE_LIFETIME_MS = 30 * MINUTE_MS;
/** Multiplied by the guesses, about a second of one core: nothing to a person, a bill to a bulk registration. */
const ITERATIONS_PER_GUESS = 1_000;
const PAYLOAD_MAX_LENGTH = 4_096;

const payloadSchema = z.object({
  challenge: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string().min(1) }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

/**
 * ALTCHA, the proof of work that needs no third party (https://altcha.org). A challenge is signed, not stored; the
 * registration redeems each once, by its signature.
 * @param settings.maxGuesses the maximum number of guesses for a solution; the minimum is a third of it.
 */
export function altchaCheck(settings: {
  key: string;
  maxGuesses: number;
  clock: Clock;
}): HumanCheckVerifier & { challenge(): Promise<unknown> } {
  const secrets = { hmacSignatureSecret: settings.key, hmacKeySignatureSecret: `${settings.key}/derived` };
  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS_PER_GUESS,
        counter: randomInt(Math.floor(settings.maxGuesses / 3), settings.maxGuesses),
        deriveKey,
        expiresAt: Math.floor((settings.clock.now() + CHALLENGE_LIFETIME_MS) / SECOND_MS),
        ...secrets,
      }),

    async verify(payload) {
      const parsed = readPayload(payload);
      if (!parsed) return null;
      try {
        const result = await verifySolution({ ...parsed, deriveKey, ...secrets });
        return result.verified && parsed.challenge.signature ? { id: parsed.challenge.signature } : null;
      } catch {
        // The library throws for parameters that none of our challenges has: treated as a wrong solution.
        return null;
      }
    },
  };
}

function readPayload(text: string): Payload | null {
  if (text.length > PAYLOAD_MAX_LENGTH) return null;
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(atob(text)));
    // Its signature vouches for the shape of the parameters; the library checks it before it reads them.
    return parsed.success ? (parsed.data as unknown as Payload) : null;
  } catch {
    return null;
  }
}
