import type { InstanceState } from '#app/domain/instance/state.ts';
import type { Schedule, ScheduleStore } from '../alarm-clock.ts';

/** What a workspace's object keeps. Each write is one row; the platform commits it before anything leaves the object. */
export function workspaceStore(storage: DurableObjectStorage) {
  const { sql } = storage;
  const schedules: ScheduleStore = {
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
  return {
    schedules,
    readState(): InstanceState | null {
      const row = sql.exec<{ state: string }>('SELECT state FROM instance').toArray()[0];
      return row ? (JSON.parse(row.state) as InstanceState) : null;
    },
    writeState(state: InstanceState): void {
      sql.exec(
        `INSERT INTO instance (only_row, state) VALUES (1, ?)
         ON CONFLICT (only_row) DO UPDATE SET state = excluded.state`,
        JSON.stringify(state),
      );
    },
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
