import { templatePath } from '#app/domain/instance/template-path.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import type { WorkspaceContext } from './context.ts';
import { signOpenLink } from './open-link.ts';
import type { OpenLinkRequest, RpcResult } from './rpc.ts';

/** What the object does for `WorkspaceRpc.openLink`: signs a member in to the running workspace. */
export async function openLink(
  { ports, portal }: WorkspaceContext,
  { templateId, ...person }: OpenLinkRequest,
): Promise<RpcResult<{ url: string }>> {
  const state = ports.store.readState();
  if (state?.facts.accountId !== person.accountId) return { ok: false, code: 'workspace_not_found' };
  if (state.phase.kind !== 'online') return { ok: false, code: 'workspace_not_online' };
  const signInKey = await ports.signInKeyOf(state.facts.workspaceId);
  const url = `${portal.protocol}//${state.facts.name}.${portal.host}`;
  const path = templateId === undefined ? null : templatePath(templateId, state.configuration.version);
  const claims = path === null ? person : { ...person, path };
  return { ok: true, value: { url: await signOpenLink(claims, { url, signInKey }, systemClock.now()) } };
}

/** What the object does for `WorkspaceRpc.signOut`: ends a member's sessions in the running workspace. */
export async function signOut(
  { ports }: WorkspaceContext,
  request: { accountId: string; email: string },
): Promise<RpcResult<null>> {
  const state = ports.store.readState();
  // No instance yet: nobody has been inside.
  if (!state) return { ok: true, value: null };
  if (state.facts.accountId !== request.accountId) return { ok: false, code: 'workspace_not_found' };
  if (state.phase.kind === 'deleted') return { ok: true, value: null };
  if (state.phase.kind !== 'online') return { ok: false, code: 'workspace_not_online' };
  const signInKey = await ports.signInKeyOf(state.facts.workspaceId);
  await ports.process.signOut(state.facts, signInKey, request.email);
  return { ok: true, value: null };
}
