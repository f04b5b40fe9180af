import type { InstanceState } from '#app/domain/instance/state.ts';
import type { Usage } from '#app/domain/instance/view.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';

/**
 * Answers a workspace's question about its usage with this object's last reading. A stopped workspace gets an answer too,
 * since its last process may still run; a deleted workspace does not.
 */
export function limitsOf(state: InstanceState | null): RpcResult<Usage> {
  if (!state || state.phase.kind === 'deleted') return { ok: false, code: 'forbidden' };
  return state.usage ? { ok: true, value: state.usage } : { ok: false, code: 'no_usage_yet' };
}
