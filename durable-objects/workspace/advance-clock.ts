import type { InstanceView } from '#app/domain/instance/view.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceContext } from './context.ts';
import type { workspaceInstance } from './instance.ts';
import { currentView } from './instance-answers.ts';
import type { WorkspaceSchedule } from './schedules.ts';

/**
 * Schedules that run once, at the end of a move: probes, usage readings, replays, rehearsals and the outbox repeat without
 * end, and one backup covers the skipped days. A forced update repeats its request until its rehearsal has ended.
 */
export const RUN_AT_END: readonly WorkspaceSchedule[] = [
  'probe',
  'usage',
  'usage-level',
  'send-outbox',
  'daily-backup',
  'backup',
  'replay',
  'rehearsal',
  'update',
];

/** Moves the workspace's time forward, and runs the due schedules at each due date on the way (design §5, "Clock"). */
export async function advanceClock(
  { ports, alarms, schedules, moveClock, isSandbox }: WorkspaceContext,
  instance: Pick<ReturnType<typeof workspaceInstance>, 'handle'>,
  move: { advanceMs: number; onDueDate(): Promise<void> },
): Promise<RpcResult<InstanceView>> {
  if (!isSandbox) return { ok: false, code: 'not_found' };
  if (!currentView(ports)) return { ok: false, code: 'workspace_not_found' };
  const { clock } = ports;
  const departedAt = clock.now();
  const end = departedAt + move.advanceMs;
  const moveTo = (at: number) => moveClock(Math.max(0, at - clock.now()));
  let lastDueAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const due = schedules
      .list()
      .filter(({ name, dueAt }) => !RUN_AT_END.includes(name) && dueAt > lastDueAt && dueAt < end)
      .sort((a, b) => a.dueAt - b.dueAt)[0];
    if (!due) break;
    lastDueAt = due.dueAt;
    moveTo(due.dueAt);
    await move.onDueDate();
  }
  moveTo(end);
  await instance.handle({ kind: 'clock-moved', departedAt });
  await alarms.rearm();
  const view = currentView(ports);
  if (!view) return { ok: false, code: 'workspace_not_found' };
  // The clock alone changes parts of the view, such as the days left.
  ports.push(view);
  return { ok: true, value: view };
}
