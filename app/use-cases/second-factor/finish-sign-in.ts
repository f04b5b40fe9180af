import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { type PendingSignIn, REMEMBERED_LIFETIME_MS } from '#app/domain/access/second-factor.ts';
import { newSession } from '../session/new-session.ts';
import { checkEvidence, type Evidence, type EvidencePorts } from './check-evidence.ts';

/**
 * A person with a right password or mailed link: proves their second factor and signs in, under a new token.
 *
 * @param options.remembers whether this browser is not asked again for 30 days.
 * @returns the session's new token.
 * @throws AppError too_many_attempts; second_factor_wrong and passkey_refused, also for a used proof.
 */
export async function finishSignIn(
  ports: EvidencePorts,
  pending: PendingSignIn,
  evidence: Evidence,
  { client, remembers }: { client: ClientInfo; remembers: boolean },
): Promise<{ sessionToken: string }> {
  const { userId, tokenHash } = pending;
  const asked = { userId, purpose: 'sign-in', subject: tokenHash } as const;
  const { proof, forgiveKey, refuse } = await checkEvidence(ports, asked, evidence, client);
  const now = ports.clock.now();
  const { sessionToken, hashes } = await newSession(client);
  const isSignedIn = await ports.factorProofs.finishSignIn({
    now,
    client,
    proof,
    forgiveKey,
    userId,
    tokenHash,
    ...hashes,
    rememberedUntil: remembers ? now + REMEMBERED_LIFETIME_MS : null,
  });
  if (!isSignedIn) await refuse();
  return { sessionToken };
}
