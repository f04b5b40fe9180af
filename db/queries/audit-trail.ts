import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { Db } from '../client.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';

/** Records people's acts that no other write of the database belongs to, for the account's owners to see. */
export function auditTrail(db: Db) {
  return {
    /** One round trip; none without an act. */
    async record(by: ViewerAct, acts: readonly RecordedAct[]): Promise<void> {
      if (acts.length === 0) return;
      await db.batch({ items: acts.map((act) => viewerAuditRow(db, by, act)) });
    },
  };
}
