import { isUsualPath } from '#app/domain/held-webhooks/addresses.ts';
import type { HeldHour, HeldSettings, PathChoice } from '#app/domain/held-webhooks/held-request.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import { rememberedRead } from '../remembered-read.ts';
import { listPaths, OTHER_PATHS } from './path-list.ts';
import { ONLY_ROW, type Sql, type SqlRow, upsert } from './sql.ts';

/** Further paths, and unusual ones, share one counter, so that invented paths cost no storage. */
const MAX_COUNTED_PATHS = 1_000;
/** The screen lists a path for a week after an outage, also if nothing but its counters is known. Its chart shows a day. */
const HOURS_KEPT_MS = 7 * DAY_MS;

type Counter = Exclude<keyof HeldHour, 'at'>;

interface Knowledge {
  choice: PathChoice;
  answerMatters: boolean | null;
  /** When the path's row last changed, UTC ms. */
  changedAt: number;
}

const columnOf = (isGet: boolean) => (isGet ? 'get_answer_matters' : 'answer_matters');

/** Rows of paths: the owner's choice, whether answers matter, and counters. Also the settings of the whole queue. */
export function pathRows(sql: Sql) {
  let countedPaths: Set<string> | undefined;
  /** Hour of the last count. The first count of an hour removes old counters, also while nothing is held. */
  let countedHour: number | undefined;
  /** Each held and each replayed request reads the row. */
  const settingsRow = rememberedRead(() => {
    const row = sql
      .exec<SqlRow<HeldSettings> & { at: number | null }>(
        'SELECT paused, queue_order AS "order", restarted_at AS at FROM held_settings',
      )
      .toArray()[0];
    return {
      settings: { paused: row?.paused === 1, order: row?.order ?? 'behind' },
      restartedAt: row?.at ?? null,
    };
  });

  function counterKey(path: string): string {
    if (!isUsualPath(path)) return OTHER_PATHS;
    countedPaths ??= new Set(
      sql
        .exec<{ path: string }>('SELECT DISTINCT path FROM held_hours')
        .toArray()
        .map((row) => row.path),
    );
    if (!countedPaths.has(path) && countedPaths.size >= MAX_COUNTED_PATHS) return OTHER_PATHS;
    countedPaths.add(path);
    return path;
  }

  return {
    /** Adds one to a path's counters of the hour. */
    count(path: string, now: number, ...counters: readonly Counter[]): void {
      const at = now - (now % HOUR_MS);
      if (at !== countedHour) {
        countedHour = at;
        countedPaths = undefined;
        sql.exec('DELETE FROM held_hours WHERE at < ?', now - HOURS_KEPT_MS);
      }
      const updates = counters.map((name) => `${name} = ${name} + 1`).join(', ');
      sql.exec(
        `INSERT INTO held_hours (path, at, ${counters.join(', ')}) VALUES (?, ?, ${counters.map(() => 1).join(', ')})
         ON CONFLICT (path, at) DO UPDATE SET ${updates}`,
        counterKey(path),
        at,
      );
    },

    /** @param isGet whether the answers to a GET are asked for, otherwise those to a request that sends data. */
    of(path: string, isGet: boolean): Knowledge {
      const [row] = sql
        .exec<{ choice: PathChoice; matters: number | null; changedAt: number }>(
          `SELECT choice, ${columnOf(isGet)} AS matters, changed_at AS changedAt FROM held_paths WHERE path = ?`,
          path,
        )
        .toArray();
      const { choice = 'learn', matters = null, changedAt = 0 }: Partial<NonNullable<typeof row>> = row ?? {};
      return { choice, answerMatters: matters === null ? null : matters === 1, changedAt };
    },

    learn({ path, isGet, matters }: LearntAnswer, now: number): void {
      const column = columnOf(isGet);
      const { others } = sql
        .exec<{ others: number }>('SELECT count(*) AS others FROM held_paths WHERE path <> ?', path)
        .one();
      if (others >= MAX_COUNTED_PATHS)
        sql.exec(`DELETE FROM held_paths WHERE choice = 'learn' AND path = (
        SELECT path FROM held_paths WHERE choice = 'learn' ORDER BY changed_at LIMIT 1)`);
      upsert(sql, 'held_paths', { path }, { [column]: Number(matters), changed_at: now });
    },

    choose(path: string, choice: PathChoice, now: number): void {
      upsert(sql, 'held_paths', { path }, { choice, changed_at: now });
    },

    settings: (): HeldSettings => settingsRow.read().settings,

    setSettings({ paused, order }: HeldSettings): void {
      upsert(sql, 'held_settings', ONLY_ROW, { paused: Number(paused), queue_order: order });
      settingsRow.forget();
    },

    /** @returns when the process last restarted without a change of the workspace's state, UTC ms; null if never. */
    restartedAt: (): number | null => settingsRow.read().restartedAt,

    setRestartedAt(at: number): void {
      const { paused, order } = settingsRow.read().settings;
      const row = { paused: Number(paused), queue_order: order, restarted_at: at };
      upsert(sql, 'held_settings', ONLY_ROW, row);
      settingsRow.forget();
    },

    /** @returns the paths for the screen, or only the path `only`. */
    list: (now: number, only: string | null = null) => listPaths(sql, now, only),

    /** Deletes every choice and counter, and the settings. */
    clear(): void {
      for (const table of ['held_paths', 'held_hours', 'held_settings']) sql.exec(`DELETE FROM ${table}`);
      countedPaths = undefined;
      settingsRow.forget();
    },
  };
}

export type PathRows = ReturnType<typeof pathRows>;
