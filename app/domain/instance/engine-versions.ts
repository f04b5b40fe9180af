import type { EngineVersion } from './engine-versions-schema.ts';
import { compareVersions, type Release } from './releases.ts';

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

/**
 * @returns the fields of an export that change between two versions, in either direction, by the
 *   release notes after the older one.
 */
export function announcedFields(versions: readonly EngineVersion[], from: string, to: string): Set<string> {
  const [low, high] = compareVersions(from, to) < 0 ? [from, to] : [to, from];
  const passed = versions.filter(
    ({ version }) => compareVersions(version, low) > 0 && compareVersions(version, high) <= 0,
  );
  return new Set(passed.flatMap(({ exportChanges = [] }) => exportChanges));
}
