import { DatabaseSync } from 'node:sqlite';

const MAX_REMEMBERED = 10_000;
/** Answers that say nothing about the request itself: a repetition runs it. */
const RUN_AGAIN: readonly number[] = [404, 408, 429, 502, 503, 504];

/**
 * A commit waits for no disk (`NORMAL` in WAL mode): it survives a kill of the process. Only a machine that loses power
 * forgets the last answers.
 */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS answers (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    status INTEGER NOT NULL
  ) STRICT;
`;

/**
 * The webhooks that ran, by `Weft-Request-Id`, so that none runs twice when only its answer was lost: with the connection,
 * or with a Worker or a process that was killed. Remembers the last 10,000 answers.
 * @param path of the database's file. @throws for an unreadable or read-only file.
 */
export function openAnsweredRequests(path: string, report: (error: unknown) => void) {
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const insert = db.prepare('INSERT OR REPLACE INTO answers (id, status) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM answers WHERE position <= ?');
  const rows = db.prepare('SELECT id, status FROM answers ORDER BY position').all();
  const known = new Map<string, number>(rows.map(({ id, status }) => [String(id), Number(status)]));
  /** Separate from the answers, so that no number of answers evicts a running request. */
  const running = new Set<string>();

  function store(id: string, status: number): void {
    try {
      const { lastInsertRowid } = insert.run(id, status);
      forget.run(Number(lastInsertRowid) - MAX_REMEMBERED);
    } catch (error) {
      report(error);
    }
  }

  return {
    /** @returns the status of the answer; null while the request runs; undefined for an unknown one. */
    statusOf: (id: string) => (running.has(id) ? null : known.get(id)),
    begin: (id: string) => void running.add(id),
    /**
     * Stores the status before the answer is sent. Never throws: on a full disk, only this process remembers it.
     * @param status null if the request was cut off before it ran.
     */
    end(id: string, status: number | null): void {
      running.delete(id);
      known.delete(id);
      if (status === null || RUN_AGAIN.includes(status)) return;
      known.set(id, status);
      const [oldest] = known.keys();
      if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
      store(id, status);
    },
  };
}

export type AnsweredRequests = ReturnType<typeof openAnsweredRequests>;
