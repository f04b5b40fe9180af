import type { Role } from '#app/domain/access/roles.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { templatePath } from '#app/domain/instance/template-path.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import type { OpenLinkRequest, RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceContext } from './context.ts';
import { signOpenLink } from './open-link.ts';

/** Implements `WorkspaceRpc.openLink`: signs a member in to the running workspace. */
export async function openLink(
  { ports, portal }: WorkspaceContext,
  { templateId, ...person }: OpenLinkRequest,
): Promise<RpcResult<{ url: string }>> {
  const state = ports.store.readState();
  if (state?.facts.accountId !== person.accountId || state.phase.kind === 'deleted') {
    return { ok: false, code: 'workspace_not_found' };
  }
  if (state.phase.kind !== 'online') return { ok: false, code: 'workspace_not_online' };
  const signInKey = await ports.signInKeyOf(state.facts.workspaceId);
  const url = `${portal.protocol}//${state.facts.name}.${portal.host}`;
  const path = templateId === undefined ? null : templatePath(templateId, state.configuration.version);
  const claims = path === null ? person : { ...person, path };
  return { ok: true, value: { url: signOpenLink(claims, { url, signInKey }, systemClock.now()) } };
}

/** Implements `WorkspaceRpc.signOut`: ends a member's sessions in the running workspace. */
export function signOut(
  context: WorkspaceContext,
  { accountId, email }: { accountId: string; email: string },
): Promise<RpcResult<null>> {
  return callProcess(context, accountId, (facts, key) => context.ports.process.signOut(facts, key, email));
}

/** Implements `WorkspaceRpc.setPerson`: sends the running workspace a member's role, or that they left. */
export function setPerson(
  context: WorkspaceContext,
  { accountId, ...person }: { accountId: string; email: string; role: Role | null },
): Promise<RpcResult<null>> {
  return callProcess(context, accountId, (facts, key) => context.ports.process.setPerson(facts, key, person));
}

async function callProcess(
  { ports }: WorkspaceContext,
  accountId: string,
  call: (facts: InstanceFacts, signInKey: string) => Promise<void>,
): Promise<RpcResult<null>> {
  const state = ports.store.readState();
  // Without an instance, no session exists.
  if (!state) return { ok: true, value: null };
  if (state.facts.accountId !== accountId) return { ok: false, code: 'workspace_not_found' };
  if (state.phase.kind === 'deleted') return { ok: true, value: null };
  if (state.phase.kind !== 'online') return { ok: false, code: 'workspace_not_online' };
  await call(state.facts, await ports.signInKeyOf(state.facts.workspaceId));
  return { ok: true, value: null };
}
