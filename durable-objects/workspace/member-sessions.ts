import { sign } from '#app/crypto/secrets.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { templatePath } from '#app/domain/instance/template-path.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { OpenLinkRequest } from '#app/use-cases/workspace/rpc-requests.ts';
import type { WorkspaceContext } from './context.ts';
import { whileOnline } from './guards.ts';

/** Design §4, "Links". In real time, even if the sandbox has moved the workspace's clock. */
const LINK_LIFETIME_MS = 60 * SECOND_MS;
const LINK_ID_BYTES = 16;

/** Signs a member in to the running workspace, which verifies the link with its own key. */
export function openLink(
  { ports, keys, portal }: WorkspaceContext,
  { accountId, email, name, role, at = systemClock.now(), path, templateId }: OpenLinkRequest,
): Promise<RpcResult<{ url: string }>> {
  return whileOnline(ports, accountId, async ({ facts, configuration }) => {
    const signInKey = await keys.signInKey(facts.workspaceId);
    const template = templateId === undefined ? null : templatePath(templateId, configuration.version);
    const claims = {
      // The workspace accepts each `jti` once.
      jti: encodeBase64Url(crypto.getRandomValues(new Uint8Array(LINK_ID_BYTES))),
      // A role or a removal that came later applies.
      iat: at,
      exp: at + LINK_LIFETIME_MS,
      email,
      name,
      role,
      path: template ?? path,
    };
    const payload = encodeBase64Url(new TextEncoder().encode(JSON.stringify(claims)));
    const token = `${payload}.${sign(payload, signInKey)}`;
    const url = `${portal.protocol}//${facts.name}.${portal.host}/weft/sign-in?token=${token}`;
    return { ok: true, value: { url } };
  });
}

/** Calls the running process of an account's workspace. Succeeds without a call while there is no instance, and once it is deleted. */
export async function callProcess(
  { ports }: WorkspaceContext,
  accountId: string,
  call: (facts: InstanceFacts) => Promise<void>,
): Promise<RpcResult<null>> {
  const state = ports.store.readState();
  // Without an instance, no session exists.
  if (!state || (state.facts.accountId === accountId && state.phase.kind === 'deleted'))
    return { ok: true, value: null };
  return whileOnline(ports, accountId, async ({ facts }) => {
    await call(facts);
    return { ok: true, value: null };
  });
}
