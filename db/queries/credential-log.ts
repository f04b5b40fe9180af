import type { CredentialLog } from '#app/use-cases/backups/ports.ts';
import type { Db } from '../client.ts';
import { auditRow } from './audit.ts';

/** Who asked for credentials, among the account's security events. */
export function credentialLog(db: Db): CredentialLog {
  return {
    async record({ now, viewer, kind, client }) {
      await auditRow(db, { now, accountId: viewer.account.id, userId: viewer.user.id, kind, client });
    },
  };
}
