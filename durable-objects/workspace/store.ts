import { HISTORY_KEPT_MS, type HistoryEntry } from '#app/domain/instance/history.ts';
import type { InstanceEffect } from '#app/domain/instance/machine/events.ts';
import { type InstanceNews, summaryOf } from '#app/domain/instance/news.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { dayOf, USAGE_KEPT_DAYS } from '#app/domain/instance/usage.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Schedule, ScheduleStore } from '../alarm-clock.ts';
import type { InstanceStore } from './ports.ts';
import { parseStoredState } from './stored-state.ts';

const SUMMARY_ID = 'summary';

/** What a workspace's object keeps. Each write is one row; the platform commits it before anything leaves the object. */
export function workspaceStore(storage: DurableObjectStorage) {
  const { sql } = storage;

  function keepNews(news: InstanceNews): void {
    sql.exec(
      `INSERT INTO news (id, payload) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET payload = excluded.payload`,
      newsId(news),
      JSON.stringify(news),
    );
  }

  /** The database's copy is told anew when it would differ, or when it is to know that all is as it was. */
  function keepSummary(state: InstanceState, isHeartbeat: boolean): boolean {
    const summary = summaryOf(state);
    const payload = JSON.stringify(summary);
    const told = sql.exec<{ payload: string }>('SELECT payload FROM told').toArray()[0]?.payload;
    if (told === payload && !isHeartbeat) return false;
    keepNews({ kind: 'summary', revision: state.revision, summary });
    if (told !== payload) {
      sql.exec(
        `INSERT INTO told (only_row, payload) VALUES (1, ?)
         ON CONFLICT (only_row) DO UPDATE SET payload = excluded.payload`,
        payload,
      );
    }
    return true;
  }

  function keep(effect: InstanceEffect): boolean {
    switch (effect.kind) {
      case 'record':
        sql.exec(
          'INSERT INTO history (at, phase, cause) VALUES (?, ?, ?)',
          effect.at,
          effect.phase,
          effect.cause,
        );
        // The line that was in force as the kept time began stays: it says how that time began.
        sql.exec(
          `DELETE FROM history WHERE id < (SELECT max(id) FROM history WHERE at <= ?)`,
          effect.at - HISTORY_KEPT_MS,
        );
        return false;
      case 'keep-usage':
        sql.exec(
          `INSERT INTO usage_days (day, executions, active_workflows) VALUES (?, ?, ?)
           ON CONFLICT (day) DO UPDATE SET executions = excluded.executions, active_workflows = excluded.active_workflows`,
          effect.day,
          effect.usage.executions,
          effect.usage.activeWorkflows,
        );
        sql.exec(
          'DELETE FROM usage_days WHERE day < ?',
          dayOf(Date.parse(effect.day) - USAGE_KEPT_DAYS * DAY_MS),
        );
        return false;
      case 'mail':
        keepNews({ kind: 'mail', id: effect.id, mail: effect.mail });
        return true;
      default:
        return false;
    }
  }

  const instance: InstanceStore = {
    readState() {
      const row = sql.exec<{ state: string }>('SELECT state FROM instance').toArray()[0];
      return row ? parseStoredState(row.state) : null;
    },
    commit(before, { state, effects }) {
      return storage.transactionSync(() => {
        if (state !== before) {
          sql.exec(
            `INSERT INTO instance (only_row, state) VALUES (1, ?)
             ON CONFLICT (only_row) DO UPDATE SET state = excluded.state`,
            JSON.stringify(state),
          );
        }
        const hasMail = effects.map(keep).includes(true);
        const isHeartbeat = effects.some(({ kind }) => kind === 'heartbeat');
        const hasSummary = (state !== before || isHeartbeat) && keepSummary(state, isHeartbeat);
        return hasMail || hasSummary;
      });
    },
    news: () =>
      sql
        .exec<{ payload: string }>('SELECT payload FROM news ORDER BY id')
        .toArray()
        .map(({ payload }) => JSON.parse(payload) as InstanceNews),
    forgetNews(told) {
      for (const news of told) {
        sql.exec('DELETE FROM news WHERE id = ? AND payload = ?', newsId(news), JSON.stringify(news));
      }
    },
    usageByDay: () =>
      sql
        .exec<{ day: string; executions: number; active_workflows: number }>(
          'SELECT day, executions, active_workflows FROM usage_days ORDER BY day',
        )
        .toArray()
        .map(({ day, executions, active_workflows }) => ({
          day,
          executions,
          activeWorkflows: active_workflows,
        })),
    history: () =>
      sql
        .exec<{ at: number; phase: string; cause: string | null }>(
          'SELECT at, phase, cause FROM history ORDER BY id',
        )
        .toArray() as unknown as HistoryEntry[],
  };
  return { instance, schedules: scheduleStore(sql), ...clockOffset(sql) };
}

function newsId(news: InstanceNews): string {
  return news.kind === 'summary' ? SUMMARY_ID : `mail:${news.id}`;
}

function scheduleStore(sql: SqlStorage): ScheduleStore {
  return {
    list: () =>
      sql
        .exec<{ name: string; due_at: number; failures: number }>(
          'SELECT name, due_at, failures FROM schedules',
        )
        .toArray()
        .map(({ name, due_at, failures }): Schedule => ({ name, dueAt: due_at, failures })),
    put({ name, dueAt, failures }) {
      sql.exec(
        `INSERT INTO schedules (name, due_at, failures) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, failures = excluded.failures`,
        name,
        dueAt,
        failures,
      );
    },
    remove(name) {
      sql.exec('DELETE FROM schedules WHERE name = ?', name);
    },
  };
}

function clockOffset(sql: SqlStorage) {
  return {
    /** How far the sandbox moved this workspace's time forward, ms. */
    readClockOffset(): number {
      return sql.exec<{ offset_ms: number }>('SELECT offset_ms FROM clock').toArray()[0]?.offset_ms ?? 0;
    },
    writeClockOffset(offsetMs: number): void {
      sql.exec(
        `INSERT INTO clock (only_row, offset_ms) VALUES (1, ?)
         ON CONFLICT (only_row) DO UPDATE SET offset_ms = excluded.offset_ms`,
        offsetMs,
      );
    },
  };
}
