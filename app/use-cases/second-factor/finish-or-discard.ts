import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import type { EvidencePorts } from './check-evidence.ts';
import { finishSignIn } from './finish-sign-in.ts';

/**
 * A program that signs a person in: proves the second factor in the call that proved the first. Without that proof, no session
 * remains.
 *
 * @param code undefined without a code.
 * @returns the session's new token.
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
