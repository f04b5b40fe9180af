import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import { RUN_AT_END } from './clock-mover.ts';
import type { WorkspaceContext } from './context.ts';

/** Moves a workspace's time forward in the sandbox, stopping at each due date. */
export async function advanceClock(
  { isSandbox, ports, advance }: WorkspaceContext,
  object: { fire(except: readonly string[]): Promise<void>; handle(event: InstanceEvent): Promise<unknown> },
  advanceMs: number,
): Promise<RpcResult<InstanceView>> {
  if (!isSandbox) return { ok: false, code: 'not_found' };
  if (!ports.store.readState()) return { ok: false, code: 'workspace_not_found' };
  await advance(advanceMs, {
    onDueDate: () => object.fire(RUN_AT_END),
    onDone: async (departedAt) => {
      await object.handle({ kind: 'clock-moved', departedAt });
    },
  });
  const state = ports.store.readState();
  if (!state) return { ok: false, code: 'workspace_not_found' };
  const view = viewOf(state, ports.clock.now());
  // The clock alone changes parts of the view, such as the days left.
  ports.push(view);
  return { ok: true, value: view };
}
