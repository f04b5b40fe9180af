import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#app/domain/time/clock.ts';
import { type AlarmClock, alarmClock } from '#durable-objects/alarm-clock.ts';
import { migrateStorage } from '#durable-objects/workspace/migrate-storage.ts';
import type { WorkspaceSchedule } from '#durable-objects/workspace/schedules.ts';
import { instanceStore } from '#durable-objects/workspace/store.ts';

interface Env {
  ALARMS: DurableObjectNamespace<AlarmObject>;
}

/** How late each alarm was, in milliseconds. Objects of one class share an isolate, and therefore this list. */
const lateness: number[] = [];

/** The product's alarm clock on its own tables without work, to measure only the alarms. */
export class AlarmObject extends DurableObject<Env> {
  #dueAt = 0;
  readonly #alarms: AlarmClock<WorkspaceSchedule>;
  readonly #schedules: ReturnType<typeof instanceStore>['schedules'];

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateStorage(ctx.storage);
    this.#schedules = instanceStore(ctx.storage).schedules;
    this.#alarms = alarmClock({
      clock: systemClock,
      store: this.#schedules,
      toRealTime: (at) => at,
      alarm: {
        get: () => ctx.storage.getAlarm(),
        set: (at) => ctx.storage.setAlarm(at),
        clear: () => ctx.storage.deleteAlarm(),
      },
      reportError: (error) => console.error(error),
    });
  }

  async arm(at: number): Promise<void> {
    this.#dueAt = at;
    this.#alarms.set('probe', at);
    await this.#alarms.rearm();
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    this.#alarms.onAlarm(info?.scheduledTime);
    await this.#alarms.fire(async () => {
      // An object that was evicted meanwhile reads the due time from storage.
      const dueAt = this.#dueAt || (this.#schedules.list()[0]?.dueAt ?? 0);
      lateness.push(Date.now() - dueAt);
    });
  }
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/lateness') return Response.json(lateness);
    if (pathname === '/forget') {
      lateness.length = 0;
      return new Response(null, { status: 204 });
    }
    const due: Array<{ id: string; at: number }> = await request.json();
    await Promise.all(due.map(({ id, at }) => env.ALARMS.getByName(id).arm(at)));
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
