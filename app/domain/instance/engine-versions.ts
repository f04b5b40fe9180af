import type { EngineVersion } from './engine-versions-schema.ts';
import type { Release } from './releases.ts';

/** @returns the tag of a version's image; the first revision for a version outside the list. */
export function imageTag(versions: readonly EngineVersion[], version: string): string {
  return versions.find((entry) => entry.version === version)?.image ?? `${version}-weft.1`;
}

/** @returns the versions on offer: tested, and not withdrawn. */
export function listTestedReleases(versions: readonly EngineVersion[]): Release[] {
  return listKnownReleases(versions).filter(({ isWithdrawn }) => !isWithdrawn);
}

/** @returns the versions that workspaces can run: tested, with the withdrawn ones marked. */
export function listKnownReleases(versions: readonly EngineVersion[]): Release[] {
  return versions
    .filter(({ testedAt, withdrawnAt }) => testedAt !== null || withdrawnAt !== null)
    .map(({ version, releasedAt, hasBreakingChange, hasSecurityFix, withdrawnAt }) => ({
      name: version,
      createdAt: Date.parse(releasedAt),
      hasBreakingChange,
      hasSecurityFix,
      ...(withdrawnAt === null ? {} : { isWithdrawn: true }),
    }));
}
