import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { Db } from '../database.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';

/** Records people's acts that change no other row of the database, for the account's owners. */
export function auditTrail(db: Db) {
  return {
    /** One round trip; no round trip without an act. */
    async record(by: ViewerAct, acts: readonly RecordedAct[]): Promise<void> {
      if (acts.length === 0) return;
      await db.batch({ items: acts.map((act) => viewerAuditRow(db, by, act)) });
    },
  };
}
