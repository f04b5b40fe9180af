import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { KeyPurpose, KeyUse } from '#app/domain/keys/key-use.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../client.ts';
import { workspaces } from '../schema/index.ts';

/** Until an object that still needs an older version, or that failed, is asked again. */
const ASK_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** What the database knows of the keys that the workspaces' objects hold; each method is one round trip. */
export function workspaceKeyStore(db: Db) {
  return {
    /** @returns objects to ask: those that have not sealed with this version yet, or that needed an older one. */
    async due(request: {
      newestVersion: number;
      now: number;
      limit: number;
    }): Promise<Array<{ workspaceId: string; restart: boolean }>> {
      const { newestVersion, now, limit } = request;
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

    /** @param use what the object said; `failed` when it said nothing, so that the others come first next time. */
    async record(
      outcomes: ReadonlyArray<{ workspaceId: string; use: KeyUse | null | 'failed' }>,
      { newestVersion, now }: { newestVersion: number; now: number },
    ) {
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

export type WorkspaceKeyStore = ReturnType<typeof workspaceKeyStore>;

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
