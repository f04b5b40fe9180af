import type { Clock } from '#app/domain/time/clock.ts';
import type { alarmClock } from '../alarm-clock.ts';
import type { workspaceStore } from './store.ts';

/** Looks repeat without end: on the way they run beside the dates, and are no reason to stop. */
const NO_STATION = ['look', 'tell'];

/**
 * Moves a workspace's time forward as time itself would: it stops at each date on the way and lets happen what is due
 * then, so that a warning of the day before is sent on the day before (design §5, "Clock").
 */
export function clockMover(
  store: Pick<ReturnType<typeof workspaceStore>, 'readClockOffset' | 'writeClockOffset' | 'schedules'>,
  alarms: ReturnType<typeof alarmClock>,
  clock: Clock,
) {
  return async (advanceMs: number, fire: () => Promise<void>): Promise<void> => {
    const arrival = clock.now() + advanceMs;
    let lastStation = Number.NEGATIVE_INFINITY;
    for (;;) {
      const station = store.schedules
        .list()
        .filter(({ name, dueAt }) => !NO_STATION.includes(name) && dueAt > lastStation && dueAt < arrival)
        .sort((a, b) => a.dueAt - b.dueAt)[0];
      if (!station) break;
      lastStation = station.dueAt;
      moveTo(station.dueAt);
      await fire();
    }
    moveTo(arrival);
    await alarms.rearm();
  };

  function moveTo(at: number): void {
    const behindMs = at - clock.now();
    if (behindMs > 0) store.writeClockOffset(store.readClockOffset() + behindMs);
  }
}
