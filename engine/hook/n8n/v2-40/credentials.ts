import type { Internals } from '../internals.ts';
import type { N8n, StoredCredential } from '../n8n.ts';
import { databaseOf, ownerProjectOf } from './database.ts';
import { serviceOf } from './parts.ts';

interface Cipher {
  encryptV2(data: object): Promise<string>;
  decryptV2(data: string): Promise<string>;
}

/** Decrypts n8n's credentials, and encrypts them again under the instance's own key. */
export function credentialsOf(internals: Internals): N8n['credentials'] {
  const cipher = () => serviceOf<Cipher>(internals, 'Cipher');
  return {
    async exportAll() {
      const rows = await databaseOf(internals).query(
        'SELECT id, name, type, data, "createdAt", "updatedAt" FROM credentials_entity ORDER BY "createdAt", id',
      );
      const found: StoredCredential[] = [];
      for (const row of rows) {
        found.push({
          id: String(row.id),
          name: String(row.name),
          type: String(row.type),
          data: JSON.parse(await cipher().decryptV2(String(row.data))) as Record<string, unknown>,
          createdAt: String(row.createdAt),
          updatedAt: String(row.updatedAt),
        });
      }
      return found;
    },

    async import(credentials) {
      const sealed = await Promise.all(credentials.map(({ data }) => cipher().encryptV2(data)));
      await databaseOf(internals).transaction(async (transaction) => {
        const project = await ownerProjectOf(transaction);
        for (const [at, { id, name, type, createdAt, updatedAt }] of credentials.entries()) {
          await transaction.query(
            `INSERT INTO credentials_entity (id, name, type, data, "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?, ?)
              ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, data = excluded.data,
                "updatedAt" = excluded."updatedAt"`,
            [id, name, type, sealed[at], createdAt, updatedAt],
          );
          await transaction.query(
            `INSERT INTO shared_credentials ("credentialsId", "projectId", role) SELECT ?, ?, 'credential:owner'
              WHERE NOT EXISTS (SELECT 1 FROM shared_credentials WHERE "credentialsId" = ? AND role = 'credential:owner')`,
            [id, project, id],
          );
        }
      });
    },
  };
}
