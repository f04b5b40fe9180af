import { type Clock, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const FIRST_RETRY_MS = 5 * SECOND_MS;
const MAX_RETRY_MS = 5 * MINUTE_MS;

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
  /** What the physical alarm is known to be set to; undefined before it was asked. */
  let armedAt: number | null | undefined;
  let isFiring = false;
  let lastFire = Promise.resolve();
  /** What is kept, as long as nothing changes it: an alarm asks for it several times. */
  let listed: Schedule[] | undefined;

  function list(): Schedule[] {
    listed ??= store.list();
    return listed;
  }

  function put(schedule: Schedule): void {
    listed = undefined;
    store.put(schedule);
  }

  function remove(name: string): void {
    listed = undefined;
    store.remove(name);
  }

  function nextDue(done: ReadonlySet<string>): Schedule | undefined {
    const now = clock.now();
    return list()
      .filter(({ name, dueAt }) => dueAt <= now && !done.has(name))
      .sort((a, b) => a.dueAt - b.dueAt)[0];
  }

  /** @returns when the first schedule is due, in real time; null without any. */
  function earliest(): number | null {
    const schedules = list();
    return schedules.length === 0 ? null : toRealTime(Math.min(...schedules.map(({ dueAt }) => dueAt)));
  }

  /**
   * Sets the physical alarm to the earliest schedule. Nothing is awaited before it is set, so the platform commits it
   * together with the schedules that were written just before: neither is ever there without the other.
   */
  async function arm(): Promise<void> {
    const at = earliest();
    if (at === armedAt) return;
    armedAt = at;
    await (at === null ? alarm.clear() : alarm.set(at));
  }

  async function run(schedule: Schedule, handle: (name: string) => Promise<void>): Promise<void> {
    setAnew.delete(schedule.name);
    try {
      await handle(schedule.name);
      if (!setAnew.has(schedule.name)) remove(schedule.name);
    } catch (error) {
      reportError(error);
      // Set anew, or cancelled, in the meantime: what stands now is newer than this failure.
      const isAsBefore = list().some(({ name, dueAt }) => name === schedule.name && dueAt === schedule.dueAt);
      if (setAnew.has(schedule.name) || !isAsBefore) return;
      const failures = schedule.failures + 1;
      const retryMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
      put({ name: schedule.name, dueAt: clock.now() + retryMs, failures });
    }
  }

  return {
    set(name: string, dueAt: number): void {
      setAnew.add(name);
      put({ name, dueAt, failures: 0 });
    },
    cancel(name: string): void {
      remove(name);
    },

    /**
     * To be called after schedules were changed, without awaiting anything in between. While an alarm is handled it
     * leaves the setting to the end of that: dying before it, the platform fires the same alarm again.
     */
    async rearm(): Promise<void> {
      if (!isFiring) await arm();
    },

    /**
     * Sets the physical alarm again should it have been lost while schedules were kept, or should it be late, as after
     * dying while schedules were handled that no alarm had brought; writes nothing otherwise.
     */
    async ensureArmed(): Promise<void> {
      armedAt = await alarm.get();
      const at = earliest();
      if (at !== null && (armedAt === null || armedAt > at)) await arm();
    },

    /**
     * Handles what is due, and what that makes due, each schedule once. Never throws: the platform gives up on an alarm
     * that does, and tells nobody. A second one at the same time would handle the same schedules again, so it waits for
     * the first, and then handles what has come due since.
     *
     * @param except schedules that are left as they are, for another time.
     */
    fire(handle: (name: string) => Promise<void>, except: readonly string[] = []): Promise<void> {
      lastFire = lastFire.then(() => fireNow(handle, except));
      return lastFire;
    },
  };

  async function fireNow(handle: (name: string) => Promise<void>, except: readonly string[]): Promise<void> {
    isFiring = true;
    listed = undefined;
    // The platform takes the alarm away as it fires.
    armedAt = undefined;
    try {
      const done = new Set(except);
      for (let next = nextDue(done); next; next = nextDue(done)) {
        done.add(next.name);
        await run(next, handle);
      }
    } catch (error) {
      reportError(error);
    }
    isFiring = false;
    try {
      await arm();
    } catch (error) {
      reportError(error);
    }
  }
}
