import type { InstanceView } from '#app/domain/instance/view.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceContext } from './context.ts';
import type { workspaceInstance } from './instance.ts';
import { currentView } from './instance-answers.ts';

/** Implements `WorkspaceRpc.advanceClock`. @param move.onDueDate called at each due date on the way. */
export async function advanceClock(
  { ports, advance, isSandbox }: WorkspaceContext,
  instance: Pick<ReturnType<typeof workspaceInstance>, 'handle'>,
  move: { advanceMs: number; onDueDate(): Promise<void> },
): Promise<RpcResult<InstanceView>> {
  if (!isSandbox) return { ok: false, code: 'not_found' };
  if (!currentView(ports)) return { ok: false, code: 'workspace_not_found' };
  await advance(move.advanceMs, {
    onDueDate: move.onDueDate,
    onDone: async (departedAt) => {
      await instance.handle({ kind: 'clock-moved', departedAt });
    },
  });
  const view = currentView(ports);
  if (!view) return { ok: false, code: 'workspace_not_found' };
  // The clock alone changes parts of the view, such as the days left.
  ports.push(view);
  return { ok: true, value: view };
}
