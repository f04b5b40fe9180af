import type { Clock } from '#app/domain/time/clock.ts';
import type { Alarms } from '../alarm-clock.ts';
import type { WorkspaceSchedule } from './schedules.ts';
import type { instanceStore } from './store.ts';

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

/**
 * Moves a workspace's time forward and stops at each due date on the way, where the due schedules run (design §5, "Clock").
 */
export function clockMover(
  store: Pick<ReturnType<typeof instanceStore>, 'readClockOffset' | 'writeClockOffset' | 'schedules'>,
  alarms: Pick<Alarms<WorkspaceSchedule>, 'rearm'>,
  clock: Clock,
) {
  return async (
    advanceMs: number,
    on: { onDueDate(): Promise<void>; onDone(departedAt: number): Promise<void> },
  ): Promise<void> => {
    const departedAt = clock.now();
    const end = departedAt + advanceMs;
    let lastDueAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      const due = store.schedules
        .list()
        .filter(({ name, dueAt }) => !RUN_AT_END.includes(name) && dueAt > lastDueAt && dueAt < end)
        .sort((a, b) => a.dueAt - b.dueAt)[0];
      if (!due) break;
      lastDueAt = due.dueAt;
      moveTo(due.dueAt);
      await on.onDueDate();
    }
    moveTo(end);
    await on.onDone(departedAt);
    await alarms.rearm();
  };

  function moveTo(at: number): void {
    const behindMs = at - clock.now();
    if (behindMs > 0) store.writeClockOffset(store.readClockOffset() + behindMs);
  }
}
