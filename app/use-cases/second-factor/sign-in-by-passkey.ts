import { AppError } from '#app/domain/errors/app-error.ts';
import type { ClientInfo } from '../client-info.ts';
import { hashToken, newId, newToken } from '../secrets.ts';
import { type EvidencePorts, proofOfPasskey } from './check-evidence.ts';
import { createChallenge } from './challenge.ts';
import { challengeKey } from './keys.ts';
import { credentialIdIn, passkeyRequestOptions } from './passkeys.ts';

/** Nobody in particular is asked: the passkey says who it is. */
const ANYONE = { purpose: 'sign-in', subject: 'anyone' } as const;

/** @returns what a browser needs to offer the passkeys it has for the portal; costs no round trip. */
export async function passkeySignInOptions(ports: Omit<EvidencePorts, 'factorProofs'>) {
  const key = await challengeKey(ports.secondFactorKeys);
  const challenge = await createChallenge(key, { ...ANYONE, now: ports.clock.now() });
  return passkeyRequestOptions({ rpId: ports.relyingParty.id, challenge });
}

/**
 * Anyone: signs in by a passkey alone, which is two factors by itself, the device and its lock.
 *
 * @param presentTokenHash of the session that this browser has until now; it ends.
 * @returns the new session's token.
 * @throws AppError passkey_refused, for whatever is wrong with it.
 */
export async function signInByPasskey(
  ports: EvidencePorts,
  assertion: unknown,
  { client, presentTokenHash }: { client: ClientInfo; presentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const shown = credentialIdIn(assertion);
  const holder = shown && (await ports.factorProofs.passkeyHolder(shown.credentialId));
  if (!holder) throw new AppError('passkey_refused');
  const { userId, accountId, passkey } = holder;
  const now = ports.clock.now();
  const proof = await proofOfPasskey(ports, ANYONE, passkey, assertion);
  if (proof === 'counter-went-back') {
    const kind = 'passkey_counter_went_back';
    await ports.factorProofs.recordRefusal({ now, userId, kind, mailId: null, client });
  }
  if (proof === null || proof === 'counter-went-back') throw new AppError('passkey_refused');
  const sessionToken = newToken();
  const isSignedIn = await ports.factorProofs.signInByPasskey({
    now,
    client,
    requestId: newId('req'),
    proof,
    mailId: newId('msg'),
    userId,
    accountId,
    sessionTokenHash: await hashToken(sessionToken),
    deviceTokenHash: await hashToken(client.deviceToken),
    endsTokenHash: presentTokenHash,
  });
  if (!isSignedIn) throw new AppError('passkey_refused');
  return { sessionToken };
}
