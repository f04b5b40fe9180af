import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { phaseKinds } from '../../app/domain/instance/state.ts';
import { keyPurposes } from '../../app/domain/keys/key-use.ts';
import { accounts } from './accounts.ts';

/** Which workspace an account has. Its status is not here: the workspace's Durable Object owns it (design §2). */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The label before the portal's host. */
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Where its owner was when they registered, as a cluster's region; null when that is not known. */
    region: text('region'),
    /** The cluster it runs on, of the configuration; chosen when it is first told about, and never changed. */
    clusterId: text('cluster_id'),
    /** Grows with each change that its object has to be told, so that a late telling is known as such. */
    revision: integer('revision').notNull().default(1),
    // What its object last told of itself, for lists and reconciliation; never read back by the object.
    status: integer('status'),
    statusRevision: integer('status_revision'),
    phase: text('phase', { enum: phaseKinds }),
    version: text('version'),
    deletionAt: integer('deletion_at'),
    /** Of `revision`: what the object follows. */
    toldRevision: integer('told_revision'),
    /** An object tells at least once a day that it is there. */
    reportedAt: integer('reported_at'),
    // What its object last said of its keys (docs/decisions/key-versions.md).
    /** The newest version of the master key when its object sealed with it; null before it was asked. */
    keyRingVersion: integer('key_ring_version'),
    /** An older version that it still needs, for what, and until when (UTC ms; null: until something is done). */
    keyVersion: integer('key_version'),
    keyPurpose: text('key_purpose', { enum: keyPurposes }),
    keyUntil: integer('key_until'),
    keysCheckedAt: integer('keys_checked_at'),
    /** Whether the cron is to restart its process for a key of the newest version. */
    restartForKey: integer('restart_for_key', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    // A host name leads to one workspace.
    uniqueIndex('workspaces_name_unique').on(table.name),
    // One workspace an account.
    uniqueIndex('workspaces_account_unique').on(table.accountId),
    // How much of each cluster is taken.
    index('workspaces_by_cluster').on(table.clusterId),
  ],
);
