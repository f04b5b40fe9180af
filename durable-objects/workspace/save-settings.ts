import { decide } from '#app/domain/instance/machine/table.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { ConfigurationRequest, SavedSettings } from '#app/use-cases/workspace/rpc-requests.ts';
import type { WorkspaceContext } from './context.ts';
import type { workspaceInstance } from './instance.ts';
import { resultOf, rpcRefusalOf } from './instance-answers.ts';
import type { WorkspaceRehearsals } from './rehearsals.ts';

/** Saves settings immediately, except another version: it is rehearsed first, then applied or dropped. */
export async function saveSettings(
  { ports }: WorkspaceContext,
  instance: Pick<ReturnType<typeof workspaceInstance>, 'handle'>,
  rehearsals: Pick<WorkspaceRehearsals, 'handle'>,
  request: ConfigurationRequest,
): Promise<RpcResult<SavedSettings>> {
  const state = ports.store.readState();
  if (!state) return { ok: false, code: 'workspace_not_found' };
  const { version: from } = state.configuration;
  const { version: target = from, confirmName: _confirmed, ...others } = request.change;
  // An offline workspace without a backup has nothing to rehearse with, and another version may repair it.
  const canRehearse = () => state.phase.kind !== 'offline' || ports.backupRows.all().length > 0;
  const isRehearsed = target !== from && canRehearse();
  const requested = { kind: 'configuration-requested', ...request } as const;
  if (isRehearsed) {
    // Checks the whole request first, so that a refused version saves nothing.
    const decision = decide(state, requested, ports.clock.now());
    if (decision && 'refused' in decision) return rpcRefusalOf(decision);
    const refusal = await rehearsals.handle({ kind: 'requested', from, target, updateAt: null });
    if (refusal) return rpcRefusalOf(refusal);
  }
  const event = isRehearsed ? { ...requested, change: others } : requested;
  const saved = await resultOf(ports.clock, instance.handle(event));
  return saved.ok ? { ok: true, value: { instance: saved.value, isRehearsed } } : saved;
}
