import { alarmClock, type Schedule } from '#durable-objects/alarm-clock.ts';

export const START = 1_800_000_000_000;

/** An alarm clock on storage that survives evictions. */
export class Bench {
  now = START;
  offsetMs = 0;
  readonly rows = new Map<string, Schedule>();
  physical: number | null = null;
  /** The time of the alarm whose handler runs. */
  firingFor: number | undefined;
  isAlarmBroken = false;
  /** How often the physical alarm was set or cleared. */
  sets = 0;
  /** How often the stored schedules were read. */
  reads = 0;
  readonly errors: unknown[] = [];
  readonly fired: string[] = [];

  wake() {
    return alarmClock({
      clock: { now: () => this.now + this.offsetMs },
      store: {
        list: () => {
          this.reads += 1;
          return [...this.rows.values()];
        },
        put: (schedule) => void this.rows.set(schedule.name, schedule),
        remove: (name) => void this.rows.delete(name),
      },
      alarm: {
        get: async () => this.physical,
        set: async (at) => {
          this.sets += 1;
          if (this.isAlarmBroken) throw new Error('storage is away');
          // As in workerd: it raises past times to the present, and forgets an alarm for the time of the one that runs.
          if (Math.max(at, this.now) !== this.firingFor) this.physical = at;
        },
        clear: async () => {
          this.sets += 1;
          this.physical = null;
        },
      },
      toRealTime: (at) => at - this.offsetMs,
      reportError: (error) => void this.errors.push(error),
    });
  }

  readonly note = async (name: string) => {
    this.fired.push(name);
  };
}
