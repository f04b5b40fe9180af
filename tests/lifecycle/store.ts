import type { Decision, InstanceEffect } from '#app/domain/instance/machine/events.ts';
import { type InstanceNews, summaryOf } from '#app/domain/instance/news.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { PhysicalAlarm, Schedule, ScheduleStore } from '#durable-objects/alarm-clock.ts';
import type { InstanceStore } from '#durable-objects/workspace/ports.ts';

/** What an object keeps: it outlives every crash, and the physical alarm is kept with it. */
export class DurableStore {
  state: InstanceState | null = null;
  readonly schedules = new Map<string, Schedule>();
  readonly news = new Map<string, InstanceNews>();
  alarmAt: number | null = null;
  #told = '';
  #isTurnOpen = false;
  /** Sees every change as it is stored. */
  onCommit: (before: InstanceState | null, decision: Decision) => void = () => {};
  /** Called when the turn is over in which something was written. */
  onTurn: () => void = () => {};

  readonly port: InstanceStore = {
    readState: () => this.state,
    commit: (before, decision) => {
      this.#wrote();
      this.onCommit(before, decision);
      this.state = decision.state;
      const hasMail = decision.effects.map((effect) => this.#keep(effect)).includes(true);
      const summary = summaryOf(decision.state);
      const told = JSON.stringify(summary);
      if (told === this.#told && !decision.effects.some(({ kind }) => kind === 'heartbeat')) return hasMail;
      this.#told = told;
      this.news.set('summary', { kind: 'summary', revision: decision.state.revision, summary });
      return true;
    },
    news: () => [...this.news.values()],
    forgetNews: (told) => {
      this.#wrote();
      for (const [id, news] of this.news) if (told.includes(news)) this.news.delete(id);
    },
    usageByDay: () => [],
    history: () => [],
  };

  readonly scheduleStore: ScheduleStore = {
    list: () => [...this.schedules.values()],
    put: (schedule) => {
      this.#wrote();
      this.schedules.set(schedule.name, schedule);
    },
    remove: (name) => {
      this.#wrote();
      this.schedules.delete(name);
    },
  };

  readonly alarm: PhysicalAlarm = {
    get: async () => this.alarmAt,
    set: async (at) => {
      this.#wrote();
      this.alarmAt = at;
    },
    clear: async () => {
      this.#wrote();
      this.alarmAt = null;
    },
  };

  /** @returns what brings all that is kept back to how it is now. */
  snapshot(): () => void {
    const { state, alarmAt } = this;
    const told = this.#told;
    const schedules = [...this.schedules];
    const news = [...this.news];
    return () => {
      this.state = state;
      this.alarmAt = alarmAt;
      this.#told = told;
      replace(this.schedules, schedules);
      replace(this.news, news);
    };
  }

  /** What is written until the next await is one. */
  #wrote(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    queueMicrotask(() => {
      this.#isTurnOpen = false;
      this.onTurn();
    });
  }

  #keep(effect: InstanceEffect): boolean {
    if (effect.kind !== 'mail') return false;
    this.news.set(effect.id, { kind: 'mail', id: effect.id, mail: effect.mail });
    return true;
  }
}

function replace<Key, Value>(map: Map<Key, Value>, entries: Array<[Key, Value]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
