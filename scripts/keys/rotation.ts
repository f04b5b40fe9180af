import { formatKeyRing, type KeyRing, parseKeyRing } from '../../app/crypto/key-ring.ts';

export const ringNames = ['WORKSPACE_MASTER_KEY', 'SECOND_FACTOR_KEY'] as const;
export type RingName = (typeof ringNames)[number];

/** Stored data that only one version of a key can read or verify. */
export interface Need {
  /** Null while unknown: any version may be needed. */
  version: number | null;
  /** The kind of the data and its count, in words. */
  what: string;
  /** When the need ends by itself, UTC ms; null if an operator must act. */
  until: number | null;
  /** Whether the cron ends the need, within minutes. */
  isRenewedByCron: boolean;
}

/** @param random 32 bytes. @returns the ring with a new version in front, as the secret's text. */
export function withNewVersion(ring: KeyRing, random: Uint8Array): string {
  const secret = Buffer.from(random).toString('base64');
  return formatKeyRing(parseKeyRing(formatKeyRing([{ version: ring[0].version + 1, secret }, ...ring])));
}

/**
 * @returns only the ring's newest version, as the secret's text.
 * @throws Error naming the data that needs an older version.
 */
export function withoutOldVersions(name: RingName, [newest]: KeyRing, needs: readonly Need[]): string {
  const older = needs.filter(({ version }) => version !== newest.version);
  if (older.length === 0) return formatKeyRing([newest]);
  throw new Error([`${name} cannot drop its older versions yet:`, ...older.map(needLine)].join('\n'));
}

/** @throws Error naming every needed version that is not in the ring, or the data whose version is not known yet. */
export function requireVersions(name: RingName, ring: KeyRing, needs: readonly Need[]): void {
  // Objects that were never called date from before versions existed.
  const isConfigured = (version: number | null) => ring.some((key) => key.version === (version ?? 1));
  const missing = needs.filter(({ version }) => !isConfigured(version));
  if (missing.length === 0) return;
  // Only the version of a new workspace is unknown: the operator must not put back a leaked version for it.
  const problem = missing.every(({ version }) => version === null)
    ? 'cannot be checked yet. Try again in some minutes:'
    : 'lacks a version that is needed. Put it back behind the newest:';
  throw new Error([`${name} ${problem}`, ...missing.map(needLine)].join('\n'));
}

/** @returns one line for the operator. */
export function needLine({ version, what, until }: Need): string {
  const which = version === null ? 'not known yet' : `version ${version}`;
  const end = until === null ? '' : ` (over by itself on ${new Date(until).toISOString().slice(0, 10)})`;
  return `  ${which}: ${what}${end}`;
}
