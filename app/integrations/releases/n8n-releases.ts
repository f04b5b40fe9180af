import { listKnownReleases, listTestedReleases } from '#app/domain/instance/engine-versions.ts';
import { newestUntested, type Release } from '#app/domain/instance/releases.ts';
import { builtInReleases } from './built-in-releases.ts';
import { engineVersions } from './engine-versions.ts';
import { readVersionFeed, type VersionFeedSettings } from './version-feed.ts';

/** The versions that workspaces can be set to: the tested ones, or, in the sandbox, all of the feed's. */
export type OfferedVersions = 'tested' | 'feed';

/** The releases of n8n. */
export interface Releases {
  /**
   * @returns all releases on offer and the withdrawn ones, in no order; `isFallback` when the feed is down and no answer of it
   *   is remembered: then these are the releases of the build.
   */
  all(): Promise<{ releases: readonly Release[]; isFallback: boolean }>;
  /** @returns the newest release that is not on offer yet; null without one, or while the feed is down. */
  newestUntested(): Promise<string | null>;
}

/**
 * The releases of n8n on offer.
 *
 * @param settings.versions the list that `tested` offers from: `engine/versions.json` unless given.
 */
export function n8nReleases(
  settings: VersionFeedSettings & { offered: OfferedVersions; versions?: typeof engineVersions },
): Releases {
  const { offered, versions = engineVersions } = settings;
  if (offered === 'feed') {
    return {
      async all() {
        const releases = await readVersionFeed(settings);
        return { releases: releases ?? builtInReleases, isFallback: releases === null };
      },
      newestUntested: async () => null,
    };
  }
  const [known, tested] = [listKnownReleases(versions), listTestedReleases(versions)];
  return {
    all: async () => ({ releases: known, isFallback: false }),
    async newestUntested() {
      const listed = await readVersionFeed(settings);
      return listed && newestUntested(listed, tested);
    },
  };
}
