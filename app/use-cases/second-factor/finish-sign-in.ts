import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { type PendingSignIn, REMEMBERED_LIFETIME_MS } from '#app/domain/access/second-factor.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { newSession } from '../session/new-session.ts';
import { checkEvidence, type Evidence, type EvidencePorts } from './check-evidence.ts';

/**
 * A person with a right password or mailed link: proves their second factor and signs in, under a new token.
 * @param options.remembers whether this browser is not asked again for 30 days.
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
  const { sessionToken, signInInput } = await newSession(ports, client);
  const rememberedUntil = remembers ? signInInput.now + REMEMBERED_LIFETIME_MS : null;
  const isSignedIn = await ports.factorProofs.finishSignIn({
    ...signInInput,
    proof,
    forgiveKey,
    userId,
    tokenHash,
    rememberedUntil,
  });
  if (!isSignedIn) await refuse();
  return { sessionToken };
}

/**
 * A program that signs a person in: proves the second factor in the call that proved the first. Without that proof, no
 * session remains.
 * @param code undefined without a code.
 * @throws as `finishSignIn`; AppError second_factor_due for a missing code.
 */
export async function finishOrDiscard(
  ports: EvidencePorts & Pick<Services, 'sessions'>,
  pending: PendingSignIn,
  code: string | undefined,
  client: ClientInfo,
): Promise<{ sessionToken: string }> {
  try {
    if (code === undefined) throw new AppError('second_factor_due');
    return await finishSignIn(ports, pending, { kind: 'code', code }, { client, remembers: false });
  } catch (error) {
    await ports.sessions.discard(pending.tokenHash);
    throw error;
  }
}
