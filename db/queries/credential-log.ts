import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Db } from '../client.ts';
import type { ViewerAct } from './act.ts';
import { auditRow } from './audit.ts';

/** Keeps who asked for credentials, for the account's owners to see. */
export function credentialLog(db: Db) {
  return {
    /** @param now UTC ms. */
    async record(request: ViewerAct & { kind: Extract<AuditKind, `credentials_${string}`> }) {
      const { now, viewer, kind, client } = request;
      await auditRow(db, { now, accountId: viewer.account.id, userId: viewer.user.id, kind, client });
    },
  };
}

export type CredentialLog = ReturnType<typeof credentialLog>;
