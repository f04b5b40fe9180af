import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { KeyPurpose } from '#app/domain/keys/key-use.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { WorkspaceKeyStore } from '#app/use-cases/maintenance/key-ports.ts';
import type { Db } from '../client.ts';
import { workspaces } from '../schema/index.ts';

/** Until an object that still needs an older version, or that failed, is asked again. */
const ASK_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** Which versions of the master key the workspaces' objects need. */
export function workspaceKeyStore(db: Db): WorkspaceKeyStore {
  return {
    async due({ newestVersion, now, limit }) {
      const isOutdated = sql`${workspaces.keyRingVersion} IS NOT ${newestVersion}`;
      // What is needed until a day comes is over by itself.
      const isToDo = sql`${workspaces.keyVersion} IS NOT NULL AND coalesce(${workspaces.keyUntil}, 0) <= ${now}`;
      const isRested = sql`coalesce(${workspaces.keysCheckedAt}, 0) <= ${now - ASK_AGAIN_AFTER_MS}`;
      const rows = await db
        .select({ workspaceId: workspaces.id, restart: workspaces.restartForKey })
        .from(workspaces)
        .where(
          and(
            // Asking for an object that never told of itself would make one.
            isNotNull(workspaces.reportedAt),
            or(isOutdated, isToDo),
            or(isRested, eq(workspaces.restartForKey, true)),
          ),
        )
        .orderBy(sql`coalesce(${workspaces.keysCheckedAt}, 0)`)
        .limit(limit);
      return rows;
    },

    async record(outcomes, { newestVersion, now }) {
      const checked = outcomes.map(({ workspaceId, use }) =>
        db
          .update(workspaces)
          .set(
            use === 'failed'
              ? { keysCheckedAt: now, restartForKey: false }
              : {
                  keysCheckedAt: now,
                  keyRingVersion: newestVersion,
                  restartForKey: false,
                  keyPurpose: use?.purpose ?? null,
                  keyVersion: use?.version ?? null,
                  keyUntil: use?.until ?? null,
                },
          )
          .where(eq(workspaces.id, workspaceId)),
      );
      await db.batch({ checked });
    },
  };
}

/** How many workspaces need a version of the master key, and for what. */
export interface KeyNeed {
  /** Null: the object was not asked yet; it may need any version. */
  version: number | null;
  purpose: KeyPurpose;
  workspaces: number;
  /** UTC ms: when the last of them needs it no more by itself; null when something has to be done. */
  until: number | null;
}

/** @returns every need, of all workspaces that have an object. */
export async function readKeyNeeds(db: Db): Promise<KeyNeed[]> {
  const hasObject = isNotNull(workspaces.reportedAt);
  const count = sql<number>`count(*)`;
  const { sealed, older } = await db.batch({
    sealed: db
      .select({ version: workspaces.keyRingVersion, workspaces: count })
      .from(workspaces)
      .where(hasObject)
      .groupBy(workspaces.keyRingVersion),
    older: db
      .select({
        version: workspaces.keyVersion,
        purpose: workspaces.keyPurpose,
        workspaces: count,
        until: sql<number | null>`max(${workspaces.keyUntil})`,
      })
      .from(workspaces)
      .where(and(hasObject, isNotNull(workspaces.keyVersion)))
      .groupBy(workspaces.keyVersion, workspaces.keyPurpose),
  });
  return [
    ...sealed.map((need) => ({ ...need, purpose: 'sealed' as const, until: null })),
    ...older.map(({ purpose, ...need }) => ({ ...need, purpose: purpose ?? ('sealed' as const) })),
  ];
}

/** Has the cron restart the processes that sign with an older version. @returns how many. */
export async function restartForKeys(db: Db): Promise<number> {
  const marked = await db
    .update(workspaces)
    .set({ restartForKey: true })
    .where(eq(workspaces.keyPurpose, 'process'))
    .returning({ id: workspaces.id });
  return marked.length;
}
