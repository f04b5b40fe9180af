import type { Clock } from '#app/domain/time/clock.ts';
import type { alarmClock } from '../alarm-clock.ts';
import type { workspaceStore } from './store.ts';

/**
 * Looks and readings of the usage repeat without end: they, the telling, and a backup of the days that have passed, are
 * done once, at the arrival.
 */
export const DONE_ON_ARRIVAL = ['look', 'usage', 'tell', 'daily-backup', 'backup'];

/**
 * Moves a workspace's time forward as time itself would: it stops at each date on the way and lets happen what is due
 * then, so that a warning of the day before is sent on the day before (design §5, "Clock").
 */
export function clockMover(
  store: Pick<ReturnType<typeof workspaceStore>, 'readClockOffset' | 'writeClockOffset' | 'schedules'>,
  alarms: ReturnType<typeof alarmClock>,
  clock: Clock,
) {
  return async (
    advanceMs: number,
    on: { station(): Promise<void>; arrival(departedAt: number): Promise<void> },
  ): Promise<void> => {
    const departedAt = clock.now();
    const arrival = departedAt + advanceMs;
    let lastStation = Number.NEGATIVE_INFINITY;
    for (;;) {
      const station = store.schedules
        .list()
        .filter(
          ({ name, dueAt }) => !DONE_ON_ARRIVAL.includes(name) && dueAt > lastStation && dueAt < arrival,
        )
        .sort((a, b) => a.dueAt - b.dueAt)[0];
      if (!station) break;
      lastStation = station.dueAt;
      moveTo(station.dueAt);
      await on.station();
    }
    moveTo(arrival);
    await on.arrival(departedAt);
    await alarms.rearm();
  };

  function moveTo(at: number): void {
    const behindMs = at - clock.now();
    if (behindMs > 0) store.writeClockOffset(store.readClockOffset() + behindMs);
  }
}
