import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { KeyUse } from '#app/domain/keys/key-use.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { workspaces } from '../schema/index.ts';

/** The pause before another call to an object that still needs an older version, or that failed. */
const ASK_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** The key versions that workspaces' objects last reported; each method is one round trip. */
export function workspaceKeyStore(db: Db) {
  return {
    /** @returns the objects to call: those that have not sealed with this version yet, or that needed an older one. */
    async due(request: { newestVersion: number; now: number; limit: number }) {
      const { newestVersion, now, limit } = request;
      const { keyRingVersion: sealed } = workspaces;
      // Comparisons use the indexes of these columns; `IS NOT` would scan the table each minute.
      const isOutdated = or(isNull(sealed), lt(sealed, newestVersion), gt(sealed, newestVersion));
      // A need with an end date ends by itself.
      const isToDo = sql`${workspaces.keyVersion} > 0 AND coalesce(${workspaces.keyUntil}, 0) <= ${now}`;
      const isRested = sql`coalesce(${workspaces.keysCheckedAt}, 0) <= ${now - ASK_AGAIN_AFTER_MS}`;
      return await db
        .select({ workspaceId: workspaces.id, restart: workspaces.restartForKey })
        .from(workspaces)
        .where(
          and(
            // A call to an object that never reported would create it.
            gt(workspaces.reportedAt, 0),
            or(isOutdated, isToDo),
            or(isRested, eq(workspaces.restartForKey, true)),
          ),
        )
        .orderBy(sql`coalesce(${workspaces.keysCheckedAt}, 0)`)
        .limit(limit);
    },

    /** @param use the object's answer; `failed` without an answer, so that the other objects come first next time. */
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

/**
 * A version of the master key that workspaces need, and its purpose. `version` null: the object was not called yet, and may
 * need any version. `until`: when the last need ends by itself, UTC ms; null if an operator must act.
 */
export type KeyNeed = Awaited<ReturnType<typeof readKeyNeeds>>[number];

/** @returns every need, of all workspaces that have an object. */
export async function readKeyNeeds(db: Db) {
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

/** Marks the processes that sign with an older version, for the cron to restart. @returns how many. */
export async function restartForKeys(db: Db): Promise<number> {
  const marked = await db
    .update(workspaces)
    .set({ restartForKey: true })
    .where(eq(workspaces.keyPurpose, 'process'))
    .returning({ id: workspaces.id });
  return marked.length;
}
