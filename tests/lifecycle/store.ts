import type { Decision, InstanceEffect } from '#app/domain/instance/machine/events.ts';
import { type InstanceNews, summaryOf } from '#app/domain/instance/news.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { Schedule } from '#durable-objects/alarm-clock.ts';
import type { InstanceStore } from '#durable-objects/workspace/ports.ts';

/** What an object keeps: it outlives every crash, and the physical alarm is kept with it. */
export class DurableStore {
  state: InstanceState | null = null;
  readonly schedules = new Map<string, Schedule>();
  readonly news = new Map<string, InstanceNews>();
  alarmAt: number | null = null;
  #told = '';
  /** Sees every change as it is stored. */
  onCommit: (before: InstanceState | null, decision: Decision) => void = () => {};

  readonly port: InstanceStore = {
    readState: () => this.state,
    commit: (before, decision) => {
      this.onCommit(before, decision);
      this.state = decision.state;
      const hasMail = decision.effects.map((effect) => this.#keep(effect)).includes(true);
      const told = JSON.stringify(summaryOf(decision.state));
      if (told === this.#told && !decision.effects.some(({ kind }) => kind === 'heartbeat')) return hasMail;
      this.#told = told;
      this.news.set('summary', {
        kind: 'summary',
        revision: decision.state.revision,
        summary: summaryOf(decision.state),
      });
      return true;
    },
    news: () => [...this.news.values()],
    forgetNews: (told) => {
      for (const [id, news] of this.news) if (told.includes(news)) this.news.delete(id);
    },
    usageByDay: () => [],
    history: () => [],
  };

  readonly scheduleStore = {
    list: () => [...this.schedules.values()],
    put: (schedule: Schedule) => {
      this.schedules.set(schedule.name, schedule);
    },
    remove: (name: string) => {
      this.schedules.delete(name);
    },
  };

  #keep(effect: InstanceEffect): boolean {
    if (effect.kind !== 'mail') return false;
    this.news.set(effect.id, { kind: 'mail', id: effect.id, mail: effect.mail });
    return true;
  }
}
