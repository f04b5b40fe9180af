import { isDeepStrictEqual } from 'node:util';
import type { Decision, InstanceEffect } from '#app/domain/instance/machine/events.ts';
import { type InstanceOutboxItem, type InstanceSummary, summaryOf } from '#app/domain/instance/outbox.ts';
import { isUnderWay } from '#app/domain/instance/rehearsal/progress.ts';
import { type RehearsalState, rehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { PhysicalAlarm, Schedule, ScheduleStore } from '#durable-objects/alarm-clock.ts';
import type { InstanceStore, OutboxEntry } from '#durable-objects/workspace/ports.ts';
import type { InstanceSchedule } from '#durable-objects/workspace/schedules.ts';
import { reorderKeys } from '#tests/unit/instance/reordered.ts';
import { BackupTables } from './backups.ts';

/** Held webhooks have a simulation of their own. */
export type SimulatedSchedule = InstanceSchedule | 'rehearsal';

/** An object's storage with its physical alarm; survives every crash. */
export class DurableStore {
  state: InstanceState | null = null;
  readonly schedules = new Map<SimulatedSchedule, Schedule<SimulatedSchedule>>();
  readonly outbox = new Map<string, OutboxEntry>();
  #sequence = 0;
  alarmAt: number | null = null;
  /** The time of the alarm whose handler runs. */
  firingFor: number | null = null;
  now: () => number = () => 0;
  #lastSummary: InstanceSummary | null = null;
  #isTurnOpen = false;
  readonly tables = new BackupTables();
  /** How often a daily backup was scheduled. */
  dailyBackups = 0;
  /** The running rehearsal, or the last one's report. */
  rehearsal: RehearsalState | null = null;
  /** Called with every stored rehearsal. */
  onRehearsal: (after: RehearsalState) => void = () => {};
  /** Called with every stored change. */
  onCommit: (before: InstanceState | null, decision: Decision) => void = () => {};
  /** Called at the end of each turn with writes. */
  onTurn: () => void = () => {};

  readonly port: InstanceStore = {
    readState: () => this.state,
    commit: (before, decision) => {
      this.#wrote();
      this.onCommit(before, decision);
      // Reorders the keys: nothing may depend on their order.
      if (decision.state !== before) this.state = reorderKeys(decision.state);
      const hasMail = decision.effects.map((effect) => this.#keep(effect)).includes(true);
      const summary = summaryOf(decision.state);
      const isHeartbeat = decision.effects.some(({ kind }) => kind === 'heartbeat');
      if (isDeepStrictEqual(summary, this.#lastSummary) && !isHeartbeat) return hasMail;
      this.#lastSummary = reorderKeys(summary);
      this.#enqueue('summary', { kind: 'summary', revision: decision.state.revision, summary });
      return true;
    },
    outbox: () => [...this.outbox.values()],
    acknowledge: (entries) => {
      this.#wrote();
      for (const [id, entry] of this.outbox) if (entries.includes(entry)) this.outbox.delete(id);
    },
    usageByDay: () => [],
    history: () => [],
  };

  readonly scheduleStore: ScheduleStore<SimulatedSchedule> = {
    list: () => [...this.schedules.values()],
    put: (schedule) => {
      this.#wrote();
      this.schedules.set(schedule.name, schedule);
      if (schedule.name === 'daily-backup') this.dailyBackups += 1;
    },
    remove: (name) => {
      this.#wrote();
      this.schedules.delete(name);
    },
  };

  readonly rehearsalRow = {
    read: () => this.rehearsal,
    write: (state: RehearsalState) => {
      this.#wrote();
      this.onRehearsal(state);
      this.rehearsal = rehearsalState.parse(reorderKeys(state));
    },
    clear: () => {
      this.#wrote();
      this.rehearsal = null;
    },
  };

  get isRehearsing(): boolean {
    return this.rehearsal !== null && isUnderWay(this.rehearsal);
  }

  readonly alarm: PhysicalAlarm = {
    get: async () => this.alarmAt,
    set: async (at) => {
      this.#wrote();
      // As in workerd: it raises past times to the present, and forgets an alarm for the time of the one that runs.
      const raisedAt = Math.max(at, this.now());
      this.alarmAt = raisedAt === this.firingFor ? null : at;
    },
    clear: async () => {
      this.#wrote();
      this.alarmAt = null;
    },
  };

  /** @returns a function that restores the current content. */
  snapshot(): () => void {
    const { state, alarmAt, rehearsal, dailyBackups } = this;
    const lastSummary = this.#lastSummary;
    const schedules = [...this.schedules];
    const outbox = [...this.outbox];
    const restoreTables = this.tables.snapshot();
    return () => {
      this.state = state;
      this.alarmAt = alarmAt;
      this.rehearsal = rehearsal;
      this.#lastSummary = lastSummary;
      replace(this.schedules, schedules);
      replace(this.outbox, outbox);
      this.dailyBackups = dailyBackups;
      restoreTables();
    };
  }

  constructor() {
    this.tables.onWrite = () => this.#wrote();
  }

  /** Writes until the next await belong to one turn. */
  #wrote(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    queueMicrotask(() => {
      this.#isTurnOpen = false;
      this.onTurn();
    });
  }

  #enqueue(id: string, item: InstanceOutboxItem): void {
    this.#sequence += 1;
    this.outbox.set(id, { sequence: this.#sequence, item });
  }

  #keep(effect: InstanceEffect): boolean {
    if (effect.kind !== 'mail') return false;
    this.#enqueue(effect.id, { kind: 'mail', id: effect.id, mail: effect.mail });
    return true;
  }
}

function replace<Key, Value>(map: Map<Key, Value>, entries: Array<[Key, Value]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
