import { isDeepStrictEqual } from 'node:util';
import { HISTORY_KEPT_MS, type HistoryEntry, MAX_HISTORY_LINES } from '#app/domain/instance/history.ts';
import type { InstanceEffect, InstanceMail } from '#app/domain/instance/machine/events.ts';
import { type InstanceOutboxItem, summaryOf } from '#app/domain/instance/outbox.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { dayOf, USAGE_KEPT_DAYS, type UsageOfDay } from '#app/domain/instance/usage.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Schedule, ScheduleStore } from '../alarm-clock.ts';
import { ONLY_ROW, type SqlRow, upsert } from './held/sql.ts';
import type { InstanceStore } from './ports.ts';
import { rememberedRead } from './remembered-read.ts';
import type { WorkspaceSchedule } from './schedules.ts';
import { readStoredState, writeStoredState } from './stored-state.ts';

/** Storage of a workspace's object. The platform commits each write before anything leaves the object. */
export function instanceStore(storage: DurableObjectStorage) {
  const { sql } = storage;

  /** Replacing an item changes its sequence, so acknowledging the earlier item keeps the new one. */
  function enqueue(item: InstanceOutboxItem): void {
    sql.exec('INSERT OR REPLACE INTO outbox (id, payload) VALUES (?, ?)', idOf(item), JSON.stringify(item));
  }

  /** Queues the summary for the database when it differs from the last one, or as a heartbeat. */
  function queueSummary(state: InstanceState, isHeartbeat: boolean): boolean {
    const summary = summaryOf(state);
    const last = sql.exec<{ payload: string }>('SELECT payload FROM last_summary').toArray()[0];
    const isSame = last !== undefined && isDeepStrictEqual(JSON.parse(last.payload), summary);
    if (isSame && !isHeartbeat) return false;
    enqueue({ kind: 'summary', revision: state.revision, summary });
    if (!isSame) upsert(sql, 'last_summary', ONLY_ROW, { payload: JSON.stringify(summary) });
    return true;
  }

  /** @returns whether the effect queued an item for the database. */
  function store(effect: InstanceEffect): boolean {
    switch (effect.kind) {
      case 'record':
        sql.exec(
          'INSERT INTO history (at, phase, cause) VALUES (?, ?, ?)',
          effect.at,
          effect.phase,
          effect.cause,
        );
        // Keeps the last line before that time, which says how the period began.
        sql.exec(
          `DELETE FROM history WHERE id < (SELECT max(id) FROM history WHERE at <= ?)
             OR id <= (SELECT max(id) FROM history) - ?`,
          effect.at - HISTORY_KEPT_MS,
          MAX_HISTORY_LINES,
        );
        return false;
      case 'keep-usage': {
        const { day, usage } = effect;
        const { executions, activeWorkflows } = usage;
        upsert(sql, 'usage_days', { day }, { executions, active_workflows: activeWorkflows });
        const firstKept = dayOf(Date.parse(day) - USAGE_KEPT_DAYS * DAY_MS);
        sql.exec('DELETE FROM usage_days WHERE day < ?', firstKept);
        return false;
      }
      case 'forget-usage':
        // The days before the month stay, as a comparison. The months name workflows.
        sql.exec('DELETE FROM usage_days WHERE day >= ?', effect.month);
        sql.exec('DELETE FROM usage_months');
        return false;
      case 'mail':
        enqueue({ kind: 'mail', id: effect.id, mail: effect.mail });
        return true;
      case 'charge-overage': {
        const { kind: _kind, ...overage } = effect;
        enqueue({ kind: 'overage', overage });
        return true;
      }
      case 'request-roles':
        enqueue({ kind: 'people', id: effect.id, emails: effect.emails });
        return true;
      default:
        return false;
    }
  }

  /** The stored state, frozen. */
  const state = rememberedRead(() => {
    const row = sql.exec<{ state: string }>('SELECT state FROM instance').toArray()[0];
    return row ? readStoredState(row.state) : null;
  });
  const usageByDay = rememberedRead(() =>
    sql
      .exec<SqlRow<UsageOfDay>>(
        'SELECT day, executions, active_workflows AS activeWorkflows FROM usage_days ORDER BY day',
      )
      .toArray(),
  );
  const history = rememberedRead(() =>
    sql.exec<SqlRow<HistoryEntry>>('SELECT at, phase, cause FROM history ORDER BY id').toArray(),
  );

  const instance: InstanceStore = {
    readState: state.read,
    commit(before, { state: next, effects }) {
      // Nothing is kept of what is written: what is read has passed the schema, and a failed transaction keeps the old one.
      for (const { forget } of [state, usageByDay, history]) forget();
      return storage.transactionSync(() => {
        if (next !== before) upsert(sql, 'instance', ONLY_ROW, { state: writeStoredState(next) });
        // The months name workflows, and a deleted workspace keeps no names of them.
        if (next.phase.kind === 'deleted') sql.exec('DELETE FROM usage_months');
        const hasItem = effects.map(store).includes(true);
        const isHeartbeat = effects.some(({ kind }) => kind === 'heartbeat');
        const hasSummary = (next !== before || isHeartbeat) && queueSummary(next, isHeartbeat);
        // A state that could not be read back is not stored, such as one with facts of a newer version.
        state.read();
        return hasItem || hasSummary;
      });
    },
    outbox: () =>
      sql
        .exec<{ sequence: number; payload: string }>('SELECT sequence, payload FROM outbox ORDER BY sequence')
        .toArray()
        .map(({ sequence, payload }) => ({ sequence, item: JSON.parse(payload) as InstanceOutboxItem })),
    acknowledge(entries) {
      for (const { sequence } of entries) sql.exec('DELETE FROM outbox WHERE sequence = ?', sequence);
    },
    usageByDay: usageByDay.read,
    history: history.read,
  };
  /** @param id identifies the mail, which is sent once. */
  const queueMail = (id: string, mail: InstanceMail) => enqueue({ kind: 'mail', id, mail });
  return { instance, queueMail, schedules: scheduleStore(sql), ...clockOffset(sql) };
}

/** Two items with the same id are equal, or the later one replaces the earlier. */
function idOf(item: InstanceOutboxItem): string {
  switch (item.kind) {
    case 'summary':
      return 'summary';
    case 'mail':
      return `mail:${item.id}`;
    case 'overage':
      return `overage:${item.overage.month}:${item.overage.part}`;
    case 'people':
      return `people-${item.id}-${item.emails.join(' ')}`;
  }
}

function scheduleStore(sql: SqlStorage): ScheduleStore<WorkspaceSchedule> {
  return {
    list: () =>
      sql
        .exec<SqlRow<Schedule<WorkspaceSchedule>>>('SELECT name, due_at AS dueAt, failures FROM schedules')
        .toArray(),
    put: ({ name, dueAt, failures }) => upsert(sql, 'schedules', { name }, { due_at: dueAt, failures }),
    remove(name) {
      sql.exec('DELETE FROM schedules WHERE name = ?', name);
    },
  };
}

function clockOffset(sql: SqlStorage) {
  const offset = rememberedRead(
    () => sql.exec<{ offset_ms: number }>('SELECT offset_ms FROM clock').toArray()[0]?.offset_ms ?? 0,
  );
  return {
    /** @returns how far the sandbox moved this workspace's time forward, ms. */
    readClockOffset: offset.read,
    moveClock(byMs: number): void {
      upsert(sql, 'clock', ONLY_ROW, { offset_ms: offset.read() + byMs });
      offset.forget();
    },
  };
}
