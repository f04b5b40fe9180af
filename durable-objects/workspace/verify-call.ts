import { isEmail, isInTime, verifySigned } from '#app/crypto/signed-claims.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';

/** Tokens with a longer lifetime are refused, so that a leaked token soon expires. */
const MAX_LIFETIME_MS = 60 * SECOND_MS;

/**
 * Verifies a workspace's token for one of its people (docs/cluster.md, "Into the portal"): signed recently with this
 * workspace's key, for a login code only. `now` is real time, UTC ms.
 *
 * @returns the person; null for any invalid token.
 */
export async function verifyCall(
  token: string,
  workspace: { name: string; signInKeys: readonly string[] },
  now: number,
): Promise<{ email: string } | null> {
  const claims = await verifySigned(token, () => workspace.signInKeys);
  if (!claims) return null;
  const { purpose, workspace: name, email, exp } = claims;
  if (purpose !== 'login-code' || name !== workspace.name) return null;
  if (!isInTime(exp, now, MAX_LIFETIME_MS) || !isEmail(email)) return null;
  return { email };
}

/** @returns the account and the person of a workspace's token; null for an invalid token. */
export async function callerOf(
  state: InstanceState | null,
  keys: { listAcceptedSignInKeys(workspaceId: string): Promise<string[]> },
  token: string,
): Promise<{ accountId: string; email: string } | null> {
  if (!state || state.phase.kind === 'deleted') return null;
  const { workspaceId, accountId, name } = state.facts;
  const signInKeys = await keys.listAcceptedSignInKeys(workspaceId);
  const person = await verifyCall(token, { name, signInKeys }, systemClock.now());
  return person && { accountId, ...person };
}
