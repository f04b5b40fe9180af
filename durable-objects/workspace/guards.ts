import type { InstanceState } from '#app/domain/instance/state.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { InstanceStore } from './ports.ts';

/** Acts unless operations are disabled: then refuses operations_disabled. */
export async function whileEnabled<T>(
  { areOperationsDisabled }: { areOperationsDisabled: boolean },
  act: () => Promise<RpcResult<T>>,
): Promise<RpcResult<T>> {
  return areOperationsDisabled ? { ok: false, code: 'operations_disabled' } : act();
}

/** Acts on an account's Online workspace. Refuses workspace_not_online; workspace_not_found if deleted or foreign. */
export async function whileOnline<T>(
  { store }: { store: Pick<InstanceStore, 'readState'> },
  accountId: string,
  act: (state: InstanceState) => Promise<RpcResult<T>>,
): Promise<RpcResult<T>> {
  const state = store.readState();
  if (state?.facts.accountId !== accountId || state.phase.kind === 'deleted')
    return { ok: false, code: 'workspace_not_found' };
  return state.phase.kind === 'online' ? act(state) : { ok: false, code: 'workspace_not_online' };
}
