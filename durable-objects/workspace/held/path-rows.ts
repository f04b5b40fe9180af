import type {
  HeldHour,
  HeldPath,
  HeldSettings,
  HeldTotals,
  PathChoice,
  QueueOrder,
} from '#app/domain/held-webhooks/held-request.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Sql, SqlValue } from './sql.ts';

const MAX_LISTED_PATHS = 100;
/** Further paths share one counter, so that invented paths cost no storage. */
const MAX_COUNTED_PATHS = 1_000;
const OTHER_PATHS = '*';

type Counter = Exclude<keyof HeldHour, 'at'>;

interface PathRow extends Record<string, SqlValue> {
  path: string;
  waiting: number;
  failed: number;
  oldest_at: number | null;
  choice: string | null;
  answer_matters: number | null;
}

const columnOf = (isGet: boolean) => (isGet ? 'get_answer_matters' : 'answer_matters');

/** Rows of paths: the owner's choice, whether answers matter, and counters. Also the settings of the whole queue. */
export function pathRows(sql: Sql) {
  let countedPaths: Set<string> | undefined;
  /** A copy of the stored settings, which each held and each replayed request reads. */
  let cachedSettings: HeldSettings | undefined;
  /** A copy of the stored `restartedAt`. */
  let cachedRestart: { at: number | null } | undefined;

  function counterKey(path: string): string {
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
      const updates = counters.map((name) => `${name} = ${name} + 1`).join(', ');
      sql.exec(
        `INSERT INTO held_hours (path, at, ${counters.join(', ')}) VALUES (?, ?, ${counters.map(() => 1).join(', ')})
         ON CONFLICT (path, at) DO UPDATE SET ${updates}`,
        counterKey(path),
        at,
      );
    },

    /** @param isGet whether the answers to a GET are asked for, otherwise those to a request that sends data. */
    of(path: string, isGet: boolean): { choice: PathChoice; answerMatters: boolean | null } {
      const row = sql
        .exec<{ choice: string; matters: number | null }>(
          `SELECT choice, ${columnOf(isGet)} AS matters FROM held_paths WHERE path = ?`,
          path,
        )
        .toArray()[0];
      if (!row) return { choice: 'learn', answerMatters: null };
      const { choice, matters } = row;
      return { choice: choice as PathChoice, answerMatters: matters === null ? null : matters === 1 };
    },

    learn({ path, isGet, matters }: LearntAnswer, now: number): void {
      const column = columnOf(isGet);
      const { others } = sql
        .exec<{ others: number }>('SELECT count(*) AS others FROM held_paths WHERE path <> ?', path)
        .one();
      if (others >= MAX_COUNTED_PATHS)
        sql.exec(`DELETE FROM held_paths WHERE choice = 'learn' AND path = (
        SELECT path FROM held_paths WHERE choice = 'learn' ORDER BY changed_at LIMIT 1)`);
      sql.exec(
        `INSERT INTO held_paths (path, ${column}, changed_at) VALUES (?, ?, ?)
         ON CONFLICT (path) DO UPDATE SET ${column} = excluded.${column}, changed_at = excluded.changed_at`,
        path,
        Number(matters),
        now,
      );
    },

    choose(path: string, choice: PathChoice, now: number): void {
      sql.exec(
        `INSERT INTO held_paths (path, choice, changed_at) VALUES (?, ?, ?)
         ON CONFLICT (path) DO UPDATE SET choice = excluded.choice, changed_at = excluded.changed_at`,
        path,
        choice,
        now,
      );
    },

    settings(): HeldSettings {
      if (cachedSettings) return cachedSettings;
      const row = sql
        .exec<{ paused: number; queue_order: string }>('SELECT paused, queue_order FROM held_settings')
        .toArray()[0];
      cachedSettings = { paused: row?.paused === 1, order: (row?.queue_order ?? 'behind') as QueueOrder };
      return cachedSettings;
    },

    setSettings({ paused, order }: HeldSettings): void {
      sql.exec(
        `INSERT INTO held_settings (only_row, paused, queue_order) VALUES (1, ?, ?)
         ON CONFLICT (only_row) DO UPDATE SET paused = excluded.paused, queue_order = excluded.queue_order`,
        Number(paused),
        order,
      );
      cachedSettings = { paused, order };
    },

    /** @returns when the process last restarted without a change of the workspace's state, UTC ms; null if never. */
    restartedAt(): number | null {
      cachedRestart ??= sql
        .exec<{ at: number | null }>('SELECT restarted_at AS at FROM held_settings')
        .toArray()[0] ?? { at: null };
      return cachedRestart.at;
    },

    setRestartedAt(at: number): void {
      sql.exec(
        `INSERT INTO held_settings (only_row, paused, queue_order, restarted_at) VALUES (1, 0, 'behind', ?)
         ON CONFLICT (only_row) DO UPDATE SET restarted_at = excluded.restarted_at`,
        at,
      );
      cachedRestart = { at };
    },

    /** Removes counters from before an instant. */
    forgetHours(before: number): void {
      sql.exec('DELETE FROM held_hours WHERE at < ?', before);
      countedPaths = undefined;
    },

    /** @returns the paths for the screen, or only the path `only`. */
    list(now: number, only: string | null = null): { paths: HeldPath[]; totalPaths: number } {
      const rows = sql
        .exec<PathRow>(
          `WITH open AS (
             SELECT path, sum(state = 'waiting') AS waiting, sum(state = 'failed') AS failed,
               min(CASE WHEN state = 'waiting' THEN received_at END) AS oldest_at
             FROM held_requests GROUP BY path),
           named AS (SELECT path FROM open UNION SELECT path FROM held_paths UNION SELECT path FROM held_hours)
           SELECT named.path, coalesce(waiting, 0) AS waiting, coalesce(failed, 0) AS failed, oldest_at, choice,
             max(coalesce(answer_matters, get_answer_matters), coalesce(get_answer_matters, answer_matters)) AS answer_matters
           FROM named LEFT JOIN open USING (path) LEFT JOIN held_paths USING (path)
           WHERE named.path <> '${OTHER_PATHS}' AND named.path = coalesce(?, named.path)
           ORDER BY coalesce(waiting, 0) > 0 DESC, path`,
          only,
        )
        .toArray();
      const paths = rows.slice(0, MAX_LISTED_PATHS).map(
        (row): HeldPath => ({
          path: row.path,
          waiting: row.waiting,
          failed: row.failed,
          oldestAt: row.oldest_at,
          answerMatters: row.answer_matters === null ? null : row.answer_matters === 1,
          choice: (row.choice ?? 'learn') as PathChoice,
          hours: sql
            .exec<Record<keyof HeldHour, number>>(
              `SELECT at, arrived, held, refused, replayed, failed FROM held_hours WHERE path = ? AND at > ? ORDER BY at`,
              row.path,
              now - DAY_MS,
            )
            .toArray(),
        }),
      );
      return { paths, totalPaths: rows.length };
    },

    /** Deletes every choice and counter, and the settings. */
    clear(): void {
      for (const table of ['held_paths', 'held_hours', 'held_settings']) sql.exec(`DELETE FROM ${table}`);
      countedPaths = undefined;
      cachedSettings = undefined;
      cachedRestart = undefined;
    },

    totals(): Omit<HeldTotals, 'bytes'> {
      const counted = sql
        .exec<{ state: string; count: number; oldest_at: number }>(
          'SELECT state, count(*) AS count, min(received_at) AS oldest_at FROM held_requests GROUP BY state',
        )
        .toArray();
      const of = (state: string) => counted.find((row) => row.state === state)?.count ?? 0;
      return {
        waiting: of('waiting'),
        failed: of('failed'),
        replayed: of('replayed'),
        dropped: of('dropped'),
        oldestAt: counted.find(({ state }) => state === 'waiting')?.oldest_at ?? null,
      };
    },
  };
}

export type PathRows = ReturnType<typeof pathRows>;
