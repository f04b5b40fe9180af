import { type Clock, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;

/** One schedule as it is kept; `dueAt` is in the object's own time, UTC ms. */
export interface Schedule {
  name: string;
  dueAt: number;
  failures: number;
}

/** Where the schedules are kept, durably. */
export interface ScheduleStore {
  list(): Schedule[];
  put(schedule: Schedule): void;
  remove(name: string): void;
}

/** The one physical alarm of a Durable Object, in real time. */
export interface PhysicalAlarm {
  get(): Promise<number | null>;
  set(at: number): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Many named, persisted schedules on the one physical alarm of a Durable Object. A schedule stands until its handler
 * is through with it: what dies in between fires again, so handlers must bear repetition.
 *
 * @param clock the object's own time; `toRealTime` leads back to the time that the physical alarm knows.
 */
export function alarmClock(dependencies: {
  clock: Clock;
  store: ScheduleStore;
  alarm: PhysicalAlarm;
  toRealTime(at: number): number;
  reportError(error: unknown): void;
}) {
  const { clock, store, alarm, toRealTime, reportError } = dependencies;
  /** Names set since their handler began; the same instant may be set again, so the instant alone tells nothing. */
  const setAnew = new Set<string>();

  function dueNow(): Schedule[] {
    const now = clock.now();
    return store
      .list()
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt);
  }

  async function rearm(): Promise<void> {
    const schedules = store.list();
    if (schedules.length === 0) return alarm.clear();
    await alarm.set(toRealTime(Math.min(...schedules.map(({ dueAt }) => dueAt))));
  }

  async function run(schedule: Schedule, handle: (name: string) => Promise<void>): Promise<void> {
    setAnew.delete(schedule.name);
    try {
      await handle(schedule.name);
      if (!setAnew.has(schedule.name)) store.remove(schedule.name);
    } catch (error) {
      reportError(error);
      const failures = schedule.failures + 1;
      const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
      store.put({ name: schedule.name, dueAt: clock.now() + retryMs, failures });
    }
  }

  return {
    set(name: string, dueAt: number): void {
      setAnew.add(name);
      store.put({ name, dueAt, failures: 0 });
    },
    cancel(name: string): void {
      store.remove(name);
    },
    rearm,

    /** Sets the physical alarm again should it have been lost while schedules were kept; writes nothing otherwise. */
    async ensureArmed(): Promise<void> {
      if (store.list().length > 0 && (await alarm.get()) === null) await rearm();
    },

    /** Handles what is due. Never throws: the platform gives up on an alarm that does, and tells nobody. */
    async fire(handle: (name: string) => Promise<void>): Promise<void> {
      try {
        for (const { name } of dueNow()) {
          // An earlier handler may have moved or cancelled it in the meantime.
          const schedule = dueNow().find((due) => due.name === name);
          if (schedule) await run(schedule, handle);
        }
      } catch (error) {
        reportError(error);
      }
      try {
        await rearm();
      } catch (error) {
        reportError(error);
      }
    },
  };
}
