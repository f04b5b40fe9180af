import type { CloudCaller, CloudPurpose } from '#app/domain/access/cloud-caller.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { KeyRing } from './key-ring.ts';
import { isEmail, isInTime, verifySigned } from './signed-claims.ts';
import { listAcceptedSignInKeys } from './workspace-key.ts';

/** A workspace calls every few seconds: it reuses a `cloud` credential until it expires. */
const LIFETIMES_MS: Record<CloudPurpose, number> = { cloud: 5 * MINUTE_MS, 'cloud-user': MINUTE_MS };
const WORKSPACE_ID = /^wks_[\w-]{1,64}$/;

/**
 * Verifies the credential of a workspace's call to the portal (docs/cluster.md, "What n8n asks of its cloud"). Its key
 * is derived without calling the object, which a call for an invented id would create.
 * @param now real time, UTC ms.
 * @returns the caller; null unless the credential is genuine, of this purpose and not expired.
 */
export async function verifyCloudCredential(
  masterKeys: KeyRing,
  credential: string,
  { purpose, now }: { purpose: CloudPurpose; now: number },
): Promise<CloudCaller | null> {
  const claims = await verifySigned(credential, ({ workspaceId }) =>
    isWorkspaceId(workspaceId) ? listAcceptedSignInKeys(masterKeys, workspaceId) : [],
  );
  if (!claims || !isWorkspaceId(claims.workspaceId)) return null;
  if (claims.purpose !== purpose || !isInTime(claims.exp, now, LIFETIMES_MS[purpose])) return null;
  const { workspaceId, email } = claims;
  if (purpose === 'cloud') return { workspaceId, email: null };
  return isEmail(email) ? { workspaceId, email } : null;
}

function isWorkspaceId(claim: unknown): claim is string {
  return typeof claim === 'string' && WORKSPACE_ID.test(claim);
}
