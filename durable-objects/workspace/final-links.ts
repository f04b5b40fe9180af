import type { KeyRing, RingKey } from '#app/crypto/key-ring.ts';
import { incarnationOfFinal, listFinalBackups } from '#app/domain/backup/keys.ts';
import { FINAL_BACKUP_KEPT_MS } from '#app/domain/instance/final-backup.ts';
import type { FinalBackup } from '#app/domain/instance/state.ts';
import type { KeyUse } from '#app/domain/keys/key-use.ts';
import { upsert } from './held/sql.ts';

/** Stores which version of the master key signs the link to each incarnation's final backup. */
export function finalLinks(sql: SqlStorage, ring: KeyRing) {
  const versionOf = (incarnation: number) =>
    sql
      .exec<{ version: number }>('SELECT version FROM final_links WHERE incarnation = ?', incarnation)
      .toArray()[0]?.version;

  return {
    /** @returns the key for an incarnation's link, always the same, since a repeated mail is not sent again. */
    keyFor(incarnation: number): RingKey {
      const known = versionOf(incarnation);
      const key = ring.find(({ version }) => version === known);
      if (key) return key;
      const [{ version }] = ring;
      upsert(sql, 'final_links', { incarnation }, { version });
      return ring[0];
    },

    /** @returns the versions that verify links to the stored final backups; none for one whose link is not sent yet. */
    uses(finalBackups: readonly FinalBackup[]): KeyUse[] {
      return listFinalBackups(finalBackups).flatMap(({ id, takenAt }) => {
        const incarnation = incarnationOfFinal(id);
        const version = incarnation === null ? undefined : versionOf(incarnation);
        if (version === undefined) return [];
        return [{ purpose: 'final-link' as const, version, until: takenAt + FINAL_BACKUP_KEPT_MS }];
      });
    },
  };
}
