import { isFormOrChat } from '#app/domain/held-webhooks/addresses.ts';
import type { HeldHour, HeldPath, PathChoice } from '#app/domain/held-webhooks/held-request.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { OPEN } from './schema.ts';
import type { Sql, SqlRow } from './sql.ts';

const MAX_LISTED_PATHS = 100;
/** The path of the counters that further paths share. */
export const OTHER_PATHS = '*';

type PathRow = SqlRow<Omit<HeldPath, 'choice' | 'answerMatters' | 'hours'>> & {
  choice: PathChoice | null;
  answer_matters: number | null;
};

/** Open requests of a path, which the index counts. */
const OF_PATH = 'FROM held_requests AS request WHERE request.path = named.path AND state =';

/** Paths with waiting requests, then the others, both by name. Each part is read in the order of an index, and ends early. */
const LIST = `
  WITH named AS (
    SELECT * FROM (SELECT path, 1 AS is_waiting FROM held_requests WHERE state = 'waiting' AND path = coalesce(?1, path)
      GROUP BY path ORDER BY path LIMIT ${MAX_LISTED_PATHS})
    UNION ALL
    SELECT * FROM (SELECT path, 0 AS is_waiting FROM (SELECT path FROM held_requests WHERE state = 'failed'
        UNION SELECT path FROM held_paths UNION SELECT path FROM held_hours) AS named
      WHERE path <> '${OTHER_PATHS}' AND path = coalesce(?1, path) AND NOT EXISTS (SELECT 1 ${OF_PATH} 'waiting')
      ORDER BY path LIMIT ${MAX_LISTED_PATHS}))
  SELECT path, (SELECT count(*) ${OF_PATH} 'waiting') AS waiting, (SELECT count(*) ${OF_PATH} 'failed') AS failed,
    (SELECT min(received_at) ${OF_PATH} 'waiting') AS oldestAt, choice,
    max(coalesce(answer_matters, get_answer_matters), coalesce(get_answer_matters, answer_matters)) AS answer_matters
  FROM named LEFT JOIN held_paths USING (path) ORDER BY is_waiting DESC, path LIMIT ${MAX_LISTED_PATHS}`;

/** Merges the same paths in their order: without a limit, SQLite drops the order and gathers all of them. */
const TOTAL = `
  SELECT count(*) AS total FROM (SELECT path FROM held_requests WHERE ${OPEN}
    UNION SELECT path FROM held_paths UNION SELECT path FROM held_hours ORDER BY path LIMIT -1) WHERE path <> '${OTHER_PATHS}'`;

/** @returns the paths for the screen, or only the path `only`. */
export function listPaths(
  sql: Sql,
  now: number,
  only: string | null,
): { paths: HeldPath[]; totalPaths: number } {
  const paths = sql
    .exec<PathRow>(LIST, only)
    .toArray()
    .map(
      ({ answer_matters: matters, choice, ...row }): HeldPath => ({
        ...row,
        answerMatters: matters === null ? isFormOrChat(row.path) || null : matters === 1,
        choice: choice ?? 'learn',
        hours: sql
          .exec<SqlRow<HeldHour>>(
            `SELECT at, arrived, held, refused, replayed, failed FROM held_hours WHERE path = ? AND at > ? ORDER BY at`,
            row.path,
            now - DAY_MS,
          )
          .toArray(),
      }),
    );
  const totalPaths = only === null ? sql.exec<{ total: number }>(TOTAL).one().total : paths.length;
  return { paths, totalPaths };
}
