import type { InstanceState } from '#app/domain/instance/state.ts';
import type { Usage } from '#app/domain/instance/view.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';

/**
 * What a workspace is told when it asks how much of its plan is used: what this object last read of it. One that is
 * stopped or about to be deleted is answered too, since its last process may still run; a deleted one is not.
 */
export function limitsOf(state: InstanceState | null): RpcResult<Usage> {
  if (!state || state.phase.kind === 'deleted') return { ok: false, code: 'forbidden' };
  return state.usage ? { ok: true, value: state.usage } : { ok: false, code: 'no_usage_yet' };
}
