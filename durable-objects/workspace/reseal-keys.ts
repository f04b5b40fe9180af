import type { InstanceState } from '#app/domain/instance/state.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { type KeyReport, type KeyUse, oldestKeyUse } from '#app/domain/keys/key-use.ts';
import type { WorkspaceContext } from './context.ts';
import type { workspaceInstance } from './instance.ts';

/** Implements `WorkspaceRpc.resealKeys`. */
export async function resealWorkspaceKeys(
  { ports, keys, links, newestVersion, areOperationsDisabled }: WorkspaceContext,
  instance: Pick<ReturnType<typeof workspaceInstance>, 'handle'>,
  { restart }: { restart: boolean },
): Promise<KeyReport> {
  const before = ports.store.readState();
  if (!before) return { newestVersion, oldestUse: null };
  await keys.reseal(before.facts.workspaceId);
  const isOutdated = keys.versions().signIn !== newestVersion;
  // While operations are disabled nothing restarts, not even for a new key.
  if (restart && !areOperationsDisabled && isOutdated && before.phase.kind === 'online') {
    await instance.handle({ kind: 'restart-requested', accountId: before.facts.accountId });
  }
  const state = ports.store.readState() ?? before;
  const uses = usesOf(state, keys.versions()).concat(links.uses(state.finalBackups));
  const older = uses.filter(({ version }) => version !== newestVersion);
  return { newestVersion, oldestUse: oldestKeyUse(older, ports.clock.now()) };
}

function usesOf(
  state: InstanceState,
  { sealed, signIn }: { sealed: readonly number[]; signIn: number | null },
): KeyUse[] {
  const uses = sealed.map((version): KeyUse => ({ purpose: 'sealed', version, until: null }));
  // A stopped process makes no calls, and its next start uses the newest key.
  if (signIn === null || wantedOf(state).replicas === 0) return uses;
  return [...uses, { purpose: 'process', version: signIn, until: null }];
}
