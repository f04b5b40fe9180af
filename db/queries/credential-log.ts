import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Db } from '../client.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';

/** Records requests for credentials, for the account's owners to see. */
export function credentialLog(db: Db) {
  return {
    async record(request: ViewerAct & { kind: Extract<AuditKind, `credentials_${string}`> }) {
      await viewerAuditRow(db, request, { kind: request.kind });
    },
  };
}
