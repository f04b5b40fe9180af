import type { Refusal } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';

/** @returns the machine's outcome as a value that crosses RPC. */
export async function resultOf(
  handled: Promise<InstanceState | Refusal | null>,
  now: () => number,
): Promise<RpcResult<InstanceView>> {
  const outcome = await handled;
  if (!outcome) return { ok: false, code: 'workspace_not_found' };
  if ('refused' in outcome) {
    const { refused: code, field } = outcome;
    return { ok: false, code, ...(field === undefined ? {} : { field }) };
  }
  return { ok: true, value: viewOf(outcome, now()) };
}
