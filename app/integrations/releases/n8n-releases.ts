import { testedReleases } from '#app/domain/instance/engine-versions.ts';
import { newestUntested } from '#app/domain/instance/releases.ts';
import type { Releases } from '#app/use-cases/workspace/ports.ts';
import { builtInReleases } from './built-in-releases.ts';
import { engineVersions } from './engine-versions.ts';
import { readVersionFeed, type VersionFeedSettings } from './version-feed.ts';

/** What workspaces may be set to: what the contract was tested with, or, in the sandbox, all that the feed lists. */
export type OfferedVersions = 'tested' | 'feed';

/**
 * The releases of n8n on offer.
 *
 * @param settings.versions the list that `tested` offers from: `engine/versions.json` unless told.
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
  const tested = testedReleases(versions);
  return {
    all: async () => ({ releases: tested, isFallback: false }),
    async newestUntested() {
      const known = await readVersionFeed(settings);
      return known && newestUntested(known, tested);
    },
  };
}
