import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { LOGIN_CODE_LIFETIME_MS } from '#app/domain/access/links.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { newSession } from './new-session.ts';

type Ports = Pick<Services, 'clock' | 'loginCodes'>;
type MintPorts = Ports & Pick<Services, 'workspaces' | 'verifyLoginCodeToken'>;

/**
 * A workspace, by the token that it signed: requests a login code, with which a member of its account signs in to
 * the portal (facts: "Open admin panel").
 * @returns the code, single-use and valid for 60 s.
 * @throws AppError signature_invalid; forbidden for an e-mail that belongs to no member, and for a deleted workspace;
 *   too_many_attempts.
 */
export async function mintLoginCode(ports: MintPorts, token: string): Promise<{ code: string }> {
  const now = ports.clock.now();
  const idOf = async (name: string) => (await ports.workspaces.addressOf(name))?.workspaceId ?? null;
  const caller = await ports.verifyLoginCodeToken(token, { now, idOf });
  // 401 also for an unknown workspace, as for an expired token: the workspace then compares its clock with the portal's.
  if (!caller) throw new AppError('signature_invalid');
  const code = newToken();
  const { isMinted, ...counted } = await ports.loginCodes.mint({
    now,
    workspaceId: caller.workspaceId,
    emailNormalized: normalizeEmail(caller.email),
    codeHash: await hashToken(code),
    expiresAt: now + LOGIN_CODE_LIFETIME_MS,
    throttle: throttleOf('login_code:workspace', caller.workspaceId),
  });
  refuseWhenThrottled(counted, ports.clock);
  if (!isMinted) throw new AppError('forbidden');
  return { code };
}

/** @returns the person of a login code, used or not; null for an unknown code. */
export async function holderOfCode(ports: Ports, code: string) {
  return ports.loginCodes.holder(await hashToken(code));
}

/**
 * A person who opens a workspace's link: signs in by its login code, in a browser where this person signed in
 * before. A workspace runs its users' code (design §4, "Hosts"), which must not be able to create a session
 * of its owner for anyone.
 *
 * @param currentTokenHash the browser's current session, which ends.
 * @throws AppError login_code_failed.
 */
export async function signInByCode(
  ports: Ports,
  input: { code: string; client: ClientInfo; currentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const { sessionToken, signInInput } = await newSession(ports, input.client);
  const isSignedIn = await ports.loginCodes.redeem({
    ...signInInput,
    tokenHash: await hashToken(input.code),
    endsTokenHash: input.currentTokenHash,
  });
  if (!isSignedIn) throw new AppError('login_code_failed');
  return { sessionToken };
}
