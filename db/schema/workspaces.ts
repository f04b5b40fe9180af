import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { phaseKinds } from '../../app/domain/instance/state.ts';
import { keyPurposes } from '../../app/domain/keys/key-use.ts';
import { accountId } from './owners.ts';

/** The workspace of an account. The workspace's Durable Object owns its status (design §2). */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    /** The label before the portal's host. */
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The cluster region nearest to the owner at registration; null when unknown. */
    region: text('region'),
    /** The id of its configured cluster, assigned when its object first gets facts, and never changed. */
    clusterId: text('cluster_id'),
    /** Grows with each change of the facts for its object, so that the object recognizes late facts. */
    revision: integer('revision').notNull().default(1),
    // The last report of its object, for lists and reconciliation; the object never reads it.
    status: integer('status'),
    statusRevision: integer('status_revision'),
    phase: text('phase', { enum: phaseKinds }),
    version: text('version'),
    /** The `revision` whose facts the object has. */
    factsRevision: integer('facts_revision'),
    /** An object reports at least once a day. */
    reportedAt: integer('reported_at'),
    // The last report of its object about keys (docs/decisions/key-versions.md).
    /** The newest version of the object's master key at its last sealing; null before the first call. */
    keyRingVersion: integer('key_ring_version'),
    /** An older version that it still needs, the purpose, and the end (UTC ms; null: until an operator acts). */
    keyVersion: integer('key_version'),
    keyPurpose: text('key_purpose', { enum: keyPurposes }),
    keyUntil: integer('key_until'),
    keysCheckedAt: integer('keys_checked_at'),
    /** Whether the cron must restart its process for a key of the newest version; true until the process has one. */
    restartForKey: integer('restart_for_key', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    // A host name belongs to one workspace.
    uniqueIndex('workspaces_name_unique').on(table.name),
    // One workspace per account.
    uniqueIndex('workspaces_account_unique').on(table.accountId),
    // Sums the memory in use of each cluster.
    index('workspaces_by_cluster').on(table.clusterId),
    // The cron finds the objects whose keys it has to renew, each minute.
    index('workspaces_by_key_ring').on(table.keyRingVersion, table.reportedAt),
    index('workspaces_by_older_key').on(table.keyVersion).where(isNotNull(table.keyVersion)),
  ],
);
