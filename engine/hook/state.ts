import { DatabaseSync } from 'node:sqlite';
import { openExecutionLog } from './execution-log.ts';

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS used_links (jti TEXT PRIMARY KEY, forget_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS signed_out (email TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/**
 * State that must survive a kill at any moment, in its own database beside n8n's. Each method writes to disk before it
 * returns. On a full disk it throws and changes nothing.
 *
 * @param path of the database's file. @throws for an unreadable or read-only file.
 */
export function openState(path: string) {
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const forgetLinks = db.prepare('DELETE FROM used_links WHERE forget_at <= ?');
  const insertLink = db.prepare(
    'INSERT INTO used_links (jti, forget_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const insertSignOut = db.prepare(
    'INSERT INTO signed_out (email, at) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET at = max(at, excluded.at)',
  );
  const selectSignOut = db.prepare('SELECT at FROM signed_out WHERE email = ?');
  const selectFact = db.prepare('SELECT value FROM facts WHERE name = ?');
  const upsertFact = db.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    /** @returns false when the link was used before. `forgetAt`: when the link has expired in any case, UTC ms. */
    takeLink(jti: string, forgetAt: number, now: number): boolean {
      forgetLinks.run(now);
      return insertLink.run(jti, forgetAt).changes === 1;
    },
    /** Voids the person's links signed until `at`, UTC ms. */
    signOut: (email: string, at: number) => void insertSignOut.run(email.toLowerCase(), at),
    /** @returns when the portal last signed the person out, UTC ms; null for never. */
    signedOutAt: (email: string) =>
      (selectSignOut.get(email.toLowerCase())?.at as number | undefined) ?? null,
    executions: openExecutionLog(db),
    fact: (name: string) => (selectFact.get(name)?.value as string | undefined) ?? null,
    setFact: (name: string, value: string) => void upsertFact.run(name, value),
    close: () => db.close(),
  };
}

export type HookState = ReturnType<typeof openState>;
