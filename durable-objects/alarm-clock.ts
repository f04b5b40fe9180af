import { type Clock, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

const FIRST_RETRY_MS = 5 * SECOND_MS;
const MAX_RETRY_MS = 5 * MINUTE_MS;
/** A physical alarm that is later than this counts as lost. */
const LOST_AFTER_MS = MINUTE_MS;

/** A stored schedule; `dueAt` is in the object's own time, UTC ms. */
export interface Schedule<Name extends string = string> {
  name: Name;
  dueAt: number;
  failures: number;
}

/** Durable storage of the schedules. */
export interface ScheduleStore<Name extends string = string> {
  list(): Array<Schedule<Name>>;
  put(schedule: Schedule<Name>): void;
  remove(name: Name): void;
}

/** The physical alarm of a Durable Object, in real time. */
export interface PhysicalAlarm {
  get(): Promise<number | null>;
  set(at: number): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Many named, persistent schedules on the one physical alarm of a Durable Object. A schedule stays until its handler
 * succeeds: after a crash it fires again, so handlers must tolerate repetition.
 * @param clock the object's own time; `toRealTime` converts it for the physical alarm.
 */
export function alarmClock<Name extends string>(dependencies: {
  clock: Clock;
  store: ScheduleStore<Name>;
  alarm: PhysicalAlarm;
  toRealTime(at: number): number;
  reportError(error: unknown): void;
}) {
  const { clock, store, alarm, toRealTime, reportError } = dependencies;
  /** Names that were set since their handler began. The due time alone does not show this, since it can stay the same. */
  const setAgain = new Set<Name>();
  /** Known time of the physical alarm; undefined before the first read. */
  let armedAt: number | null | undefined;
  let isFiring = false;
  /** Name of the schedule whose handler runs: its stored due time is over. */
  let handled: Name | undefined;
  let hasAlarmFired = false;
  /** The time for which the last physical alarm fired. */
  let firedFor: number | undefined;
  let lastFire = Promise.resolve();
  /** The stored schedules, read once: nothing else writes them while the object lives. */
  let listed: Array<Schedule<Name>> | undefined;

  function list(): Array<Schedule<Name>> {
    listed ??= store.list();
    return listed;
  }

  function put(schedule: Schedule<Name>): void {
    store.put(schedule);
    listed = listed && [...listed.filter(({ name }) => name !== schedule.name), schedule];
  }

  function remove(name: Name): void {
    store.remove(name);
    listed = listed?.filter((schedule) => schedule.name !== name);
  }

  function nextDue(done: ReadonlySet<Name>): Schedule<Name> | undefined {
    const now = clock.now();
    return list()
      .filter(({ name, dueAt }) => dueAt <= now && !done.has(name))
      .sort((a, b) => a.dueAt - b.dueAt || (a.name < b.name ? -1 : 1))[0];
  }

  /** @returns when the first schedule is due, in real time; null without schedules. The platform drops fractions, and would fire early. */
  function earliest(): number | null {
    const schedules = list();
    return schedules.length === 0
      ? null
      : Math.ceil(toRealTime(Math.min(...schedules.map(({ dueAt }) => dueAt))));
  }

  /** Sets the physical alarm. Awaits nothing before, so the platform commits it with the schedules written just before. */
  async function arm(): Promise<void> {
    const due = earliest();
    const now = toRealTime(clock.now());
    // While an alarm's handler runs, workerd sees no change in an alarm for the same time, and forgets it. It raises past
    // times to the present before it compares.
    const at = due !== null && Math.max(due, Math.floor(now)) === firedFor ? firedFor + 1 : due;
    const isLost = at !== null && at < now - LOST_AFTER_MS;
    if (at === armedAt && !isLost) return;
    armedAt = at;
    try {
      await (at === null ? alarm.clear() : alarm.set(at));
    } catch (error) {
      // The next call tries again, unless another one has set the alarm since.
      if (armedAt === at) armedAt = undefined;
      throw error;
    }
  }

  async function run(schedule: Schedule<Name>, handle: (name: Name) => Promise<void>): Promise<void> {
    setAgain.delete(schedule.name);
    handled = schedule.name;
    try {
      await handle(schedule.name);
      if (!setAgain.has(schedule.name)) remove(schedule.name);
    } catch (error) {
      reportError(error);
      // A schedule that was set again or cancelled meanwhile is newer than this failure.
      const isAsBefore = list().some(({ name, dueAt }) => name === schedule.name && dueAt === schedule.dueAt);
      if (isAsBefore) retry(schedule.name);
    } finally {
      handled = undefined;
    }
  }

  function set(name: Name, dueAt: number): void {
    setAgain.add(name);
    put({ name, dueAt, failures: 0 });
  }

  function retry(name: Name, firstRetryMs = FIRST_RETRY_MS): void {
    // What its handler set since is newer than this failure.
    if (handled === name && setAgain.has(name)) return;
    setAgain.add(name);
    const before = list().find((schedule) => schedule.name === name)?.failures ?? 0;
    const retryMs = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** Math.min(before, 10));
    put({ name, dueAt: clock.now() + retryMs, failures: before + 1 });
  }

  return {
    set,

    /**
     * Counts a failure that a schedule's handler has caught, unless it has set the schedule since. A handler that throws
     * is reported and retried by the clock.
     * @param firstRetryMs delay of the first retry; it doubles with each, up to five minutes.
     */
    retry,

    /** Sets a schedule unless it is due earlier: for handlers that serve several deadlines, none of which can be late. */
    setBy(name: Name, dueAt: number): void {
      const isOver = handled === name && !setAgain.has(name);
      const known = isOver ? undefined : list().find((schedule) => schedule.name === name);
      set(name, known ? Math.min(known.dueAt, dueAt) : dueAt);
    },

    /** @returns whether a schedule's handler failed, and is tried again with a growing delay. */
    isRetrying(name: Name): boolean {
      return list().some((schedule) => schedule.name === name && schedule.failures > 0);
    },

    cancel: remove,

    /**
     * Call after changing schedules, without awaiting anything in between. During an alarm, only the end of the alarm sets
     * the next one: after a crash before that, the platform fires the same alarm again.
     */
    async rearm(): Promise<void> {
      if (!isFiring) await arm();
    },

    /** Restores a lost alarm, or one that a crash during a `fire` without an alarm left too late. Else writes nothing. */
    async ensureArmed(): Promise<void> {
      armedAt = await alarm.get();
      const at = earliest();
      if (at !== null && (armedAt === null || armedAt > at)) await arm();
    },

    /**
     * Call first in the platform's `alarm()`. The platform clears a firing alarm once its handler has ended: an object
     * without another schedule saves the write.
     * @param scheduledTime of the alarm, as the platform passes it, UTC ms.
     */
    onAlarm(scheduledTime: number | undefined): void {
      hasAlarmFired = true;
      firedFor = scheduledTime ?? armedAt ?? undefined;
    },

    /**
     * Handles due schedules, and those that become due meanwhile, each once, unless `except` names them. Never throws:
     * the platform silently drops an alarm whose handler throws. A concurrent call waits, then handles what became due
     * since.
     */
    fire(handle: (name: Name) => Promise<void>, except: readonly Name[] = []): Promise<void> {
      lastFire = lastFire.then(() => fireNow(handle, except));
      return lastFire;
    },
  };

  async function fireNow(handle: (name: Name) => Promise<void>, except: readonly Name[]): Promise<void> {
    isFiring = true;
    armedAt = hasAlarmFired ? null : undefined;
    hasAlarmFired = false;
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

export type AlarmClock<Name extends string> = ReturnType<typeof alarmClock<Name>>;

/** The part of an alarm clock that sets schedules; only the object itself fires them. */
export type Alarms<Name extends string> = Pick<
  AlarmClock<Name>,
  'set' | 'setBy' | 'retry' | 'isRetrying' | 'cancel' | 'rearm'
>;
