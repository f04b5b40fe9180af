import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { KeyReport } from '#app/domain/keys/key-use.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { workspaces } from '../schema/index.ts';

/** The pause before another call to an object that still needs an older version, has not the newest one yet, or failed. */
const ASK_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** The key versions that workspaces' objects last reported; each method is one round trip. */
export function workspaceKeyStore(db: Db) {
  return {
    /** @returns the objects to call: those that have not sealed with this version yet, or that needed an older one. */
    async due({ newestVersion, now, limit }: { newestVersion: number; now: number; limit: number }) {
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
            isRested,
          ),
        )
        // The ordered restarts come last: they take hours, and must not delay the sealing of other objects.
        .orderBy(workspaces.restartForKey, sql`coalesce(${workspaces.keysCheckedAt}, 0)`)
        .limit(limit);
    },

    /**
     * @param report the object's answer; null without an answer, so that the other objects come first next time.
     * @param newestVersion of the caller's master key, which the object may not have yet.
     */
    async record(
      outcomes: ReadonlyArray<{ workspaceId: string; report: KeyReport | null }>,
      { newestVersion, now }: { newestVersion: number; now: number },
    ) {
      const checked = outcomes.map(({ workspaceId, report }) =>
        db
          .update(workspaces)
          .set({ keysCheckedAt: now, ...(report ? columnsOf(report, newestVersion) : {}) })
          .where(eq(workspaces.id, workspaceId)),
      );
      await db.batch({ checked });
    },
  };
}

function columnsOf({ newestVersion: keyRingVersion, oldestUse }: KeyReport, newestVersion: number) {
  // An ordered restart may fail, or have to wait: the order ends when no process has an older key.
  const isRestartDone = keyRingVersion === newestVersion && oldestUse?.purpose !== 'process';
  return {
    keyRingVersion,
    keyPurpose: oldestUse?.purpose ?? null,
    keyVersion: oldestUse?.version ?? null,
    keyUntil: oldestUse?.until ?? null,
    ...(isRestartDone ? { restartForKey: false } : {}),
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

/** Orders restarts of the processes that sign with an older version, which the cron requests. @returns how many. */
export async function restartForKeys(db: Db): Promise<number> {
  const marked = await db
    .update(workspaces)
    // Without the pause since the object's last call.
    .set({ restartForKey: true, keysCheckedAt: null })
    .where(eq(workspaces.keyPurpose, 'process'))
    .returning({ id: workspaces.id });
  return marked.length;
}
