import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { LOGIN_CODE_LIFETIME_MS } from '#app/domain/access/links.ts';
import { loginCodePerWorkspace } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled, throttleKey } from '../throttle/throttle.ts';

type Ports = Pick<Services, 'clock' | 'loginCodes'>;

/**
 * A workspace, by its own credential: asks for the code that brings one of its account's members to the portal
 * (facts: "Open admin panel").
 *
 * @returns the code, good for 60 s and once.
 * @throws AppError forbidden for an e-mail that is no member's, too_many_attempts.
 */
export async function mintLoginCode(
  ports: Ports,
  caller: { workspaceId: string; accountId: string; email: string },
): Promise<{ code: string }> {
  const now = ports.clock.now();
  const code = newToken();
  const { isMinted, ...counted } = await ports.loginCodes.mint({
    now,
    accountId: caller.accountId,
    emailNormalized: normalizeEmail(caller.email),
    codeHash: await hashToken(code),
    expiresAt: now + LOGIN_CODE_LIFETIME_MS,
    key: throttleKey('login_code:workspace', caller.workspaceId),
    rule: loginCodePerWorkspace,
  });
  refuseWhenThrottled(counted, loginCodePerWorkspace, ports.clock);
  if (!isMinted) throw new AppError('forbidden');
  return { code };
}

/** @returns whom a code brings here, used or not; null for one that never was. */
export async function holderOfCode(
  ports: Ports,
  code: string,
): Promise<{ userId: string; email: string } | null> {
  return ports.loginCodes.holder(await hashToken(code));
}

/**
 * A person who opens the link of a workspace signs in by its code, in a browser that this person signed in with before.
 * What runs in a workspace is its users' code (design §4, "Hosts"): by itself it must not be able to make a session
 * of its owner's for anybody.
 *
 * @param currentTokenHash of the session that this browser has until now; it ends.
 * @returns the new session's token.
 * @throws AppError login_code_failed.
 */
export async function signInByCode(
  ports: Ports,
  input: { code: string; client: ClientInfo; currentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const sessionToken = newToken();
  const isSignedIn = await ports.loginCodes.redeem({
    now: ports.clock.now(),
    tokenHash: await hashToken(input.code),
    redemptionId: newId('req'),
    sessionTokenHash: await hashToken(sessionToken),
    deviceTokenHash: await hashToken(input.client.deviceToken),
    endsTokenHash: input.currentTokenHash,
    client: input.client,
  });
  if (!isSignedIn) throw new AppError('login_code_failed');
  return { sessionToken };
}
