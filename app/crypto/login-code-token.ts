import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { KeyRing } from './key-ring.ts';
import { isEmail, isInTime, verifySigned } from './signed-claims.ts';
import { listAcceptedSignInKeys } from './workspace-key.ts';

/** Tokens with a longer lifetime are refused, so that a leaked token soon expires. */
const MAX_LIFETIME_MS = MINUTE_MS;

/**
 * Verifies a workspace's token for one of its people (docs/cluster.md, "Into the portal"): signed recently with this
 * workspace's key, for a login code only. The object is not called, which a forged token would wake: it costs one read
 * by a unique index.
 * @param asked.now real time, UTC ms. `idOf` finds the id of a workspace by the name in the token; null for an unknown
 *   name.
 * @returns the workspace and the person; null for any invalid token.
 */
export async function verifyLoginCodeToken(
  masterKeys: KeyRing,
  token: string,
  { now, idOf }: { now: number; idOf(name: string): Promise<string | null> },
): Promise<{ workspaceId: string; email: string } | null> {
  let caller: { workspaceId: string; email: string } | null = null;
  const claims = await verifySigned(token, async ({ purpose, workspace: name, exp, email }) => {
    if (purpose !== 'login-code' || typeof name !== 'string') return [];
    if (!isInTime(exp, now, MAX_LIFETIME_MS) || !isEmail(email)) return [];
    const workspaceId = await idOf(name);
    if (workspaceId === null) return [];
    caller = { workspaceId, email };
    return listAcceptedSignInKeys(masterKeys, workspaceId);
  });
  return claims && caller;
}
