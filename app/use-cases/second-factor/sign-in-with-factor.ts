import { hashToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { signIn } from '../session/sign-in.ts';
import type { EvidencePorts } from './check-evidence.ts';
import { finishSignIn } from './finish-sign-in.ts';

/**
 * A program that signs a person in: password and second factor in one call. Discards the session if the
 * required factor fails, and ends no other.
 *
 * @param given.code null without a code.
 * @returns the new session's token.
 * @throws as `signIn` and `finishSignIn`; AppError second_factor_due for a missing code.
 */
export async function signInWithFactor(
  ports: EvidencePorts & Pick<Services, 'passwords' | 'sessions'>,
  given: { credentials: { login: string; password: string }; code: string | null },
  client: ClientInfo,
): Promise<{ sessionToken: string }> {
  const session = await signIn(ports, given.credentials, client);
  const tokenHash = await hashToken(session.sessionToken);
  const state = await ports.sessions.viewer(tokenHash, ports.clock.now());
  if (state.kind !== 'second-factor-due') return session;
  try {
    if (given.code === null) throw new AppError('second_factor_due');
    const evidence = { kind: 'code', code: given.code } as const;
    return await finishSignIn(ports, state.pending, evidence, { client, remembers: false });
  } catch (error) {
    await ports.sessions.discard(tokenHash);
    throw error;
  }
}
