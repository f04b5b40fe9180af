import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { newSession } from '../session/new-session.ts';
import { type EvidencePorts, passkeyOptions, proofOfPasskey } from './check-evidence.ts';
import { credentialIdIn } from './passkeys.ts';

/** The challenge has no subject: the passkey names its person. */
const ANYONE = { purpose: 'sign-in', subject: 'anyone' } as const;

/** @returns the options with which /login offers a browser's passkeys. */
export function passkeySignInOptions(ports: Omit<EvidencePorts, 'factorProofs'>) {
  return passkeyOptions(ports, ANYONE);
}

/**
 * Anyone: signs in by a passkey alone, which is two factors by itself: the device and its lock.
 * @param currentTokenHash the browser's current session, which ends.
 * @throws AppError passkey_refused for any invalid passkey.
 */
export async function signInByPasskey(
  ports: EvidencePorts,
  assertion: unknown,
  { client, currentTokenHash }: { client: ClientInfo; currentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const shown = credentialIdIn(assertion);
  const holder = shown && (await ports.factorProofs.passkeyHolder(shown.credentialId));
  if (!holder) throw new AppError('passkey_refused');
  const { userId, accountId, passkey } = holder;
  // An authenticator names the user of its passkey.
  if (shown.userHandle !== null && shown.userHandle !== userId) throw new AppError('passkey_refused');
  const proof = await proofOfPasskey(ports, ANYONE, passkey, assertion);
  if (proof?.kind === 'passkey_counter_went_back') {
    await ports.factorProofs.recordRefusal({
      now: ports.clock.now(),
      userId,
      warns: false,
      client,
      ...proof,
    });
  }
  if (proof?.kind !== 'passkey') throw new AppError('passkey_refused');
  const { sessionToken, signInInput } = await newSession(ports, client);
  const isSignedIn = await ports.factorProofs.signInByPasskey({
    ...signInInput,
    proof,
    userId,
    accountId,
    endsTokenHash: currentTokenHash,
  });
  if (!isSignedIn) throw new AppError('passkey_refused');
  return { sessionToken };
}
