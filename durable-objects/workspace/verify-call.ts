import type { InstanceState } from '#app/domain/instance/state.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { isInTime, verifySigned } from './signed-claims.ts';

const MAX_EMAIL_LENGTH = 254;
/** A token that is good for longer is refused: one that leaks must not be of use for long. */
const MAX_LIFETIME_MS = 60 * SECOND_MS;

/**
 * Checks what a workspace says of one of its people (docs/cluster.md, "Into the portal"): a token under a key of its own,
 * made for nothing but a login code, by this workspace and just now. `now` is real time, UTC ms.
 *
 * @returns whom it speaks for; null for any other token, whatever is wrong with it.
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

/** @returns for whom, and for which account, a workspace's token speaks now; null for any but a genuine one. */
export async function callerOf(
  state: InstanceState | null,
  keys: { acceptedSignInKeys(workspaceId: string): Promise<string[]> },
  token: string,
): Promise<{ accountId: string; email: string } | null> {
  if (!state || state.phase.kind === 'deleted') return null;
  const { workspaceId, accountId, name } = state.facts;
  const signInKeys = await keys.acceptedSignInKeys(workspaceId);
  const person = await verifyCall(token, { name, signInKeys }, systemClock.now());
  return person && { accountId, ...person };
}

/** Whether a claim may be somebody's e-mail: whose, the database says. */
export function isEmail(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= MAX_EMAIL_LENGTH;
}
