import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { FactorChange } from '#app/domain/mail/messages.ts';
import type { Db } from '../../database.ts';
import { knownDevices, recoveryCodes, sessions, users } from '../../schema/index.ts';
import type { ViewerAct } from '../act.ts';
import { viewerAuditRow } from '../audit.ts';
import { isPresented } from '../session-rows.ts';
import { factorChangeMail } from './proof-rows.ts';

/** The statements that accompany each change of a person's factors. */
export function factorRows(db: Db) {
  /** Records a change of a person's factors for the activity page, their inbox and the next setup. */
  const factorChange = (
    act: ViewerAct & { kind: AuditKind; change: FactorChange; label: string | SQL<string> },
    condition: SQL,
  ) => {
    const { now, viewer, kind, change, label } = act;
    const userId = viewer.user.id;
    return [
      viewerAuditRow(db, act, { kind, subject: label }, condition),
      factorChangeMail(db, { now, userId, change, label }, condition),
      db
        .update(users)
        .set({ factorsChangedAt: now })
        .where(and(eq(users.id, userId), condition)),
      // A stolen session that just proved the password must prove the new factor too.
      db
        .update(sessions)
        .set({ provedAt: 0 })
        .where(and(eq(sessions.userId, userId), ne(sessions.id, viewer.session.id), condition)),
    ] as const;
  };
  /** Stores all codes in one statement: a second statement would find the rows of the first, and store nothing. */
  const keepCodes = (userId: string, hashes: readonly string[], now: number, condition: SQL) =>
    db.run(sql`INSERT INTO ${recoveryCodes} (user_id, code_hash, created_at)
      SELECT ${userId}, value, ${now} FROM json_each(${JSON.stringify(hashes)})
      WHERE ${condition} AND NOT EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${userId})`);
  const hasCode = (userId: string, hash: string | undefined) =>
    db
      .select({ codeHash: recoveryCodes.codeHash })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hash ?? '')));
  /**
   * With the first factor, every other browser becomes unknown again. Known browsers count their guesses separately, and a
   * thief with the password could have created any number of them.
   */
  const forgetOthers = (
    added: { viewer: Viewer; recoveryCodeHashes: readonly string[]; now: number },
    here: string,
  ) => {
    const userId = added.viewer.user.id;
    const isFirst = sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${userId}
      AND ${recoveryCodes.codeHash} = ${added.recoveryCodeHashes[0] ?? ''})`;
    return db
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, userId), sql`${isPresented(here, added.now)} IS NOT TRUE`, isFirst));
  };
  return { factorChange, keepCodes, hasCode, forgetOthers };
}
