import { z } from 'zod';
import { listKnownReleases, listTestedReleases } from '#app/domain/instance/engine-versions.ts';
import { newestUntested, parseVersion, type Release } from '#app/domain/instance/releases.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { Outbound } from '../outbound/client.ts';
import { engineVersions } from './engine-versions.ts';

/** The versions that workspaces can be set to: the tested ones, or, in the sandbox, all of the feed's. */
type OfferedVersions = 'tested' | 'feed';

export interface Releases {
  /**
   * @returns all releases, withdrawn ones too; `isFallback` when these are the build's, since the feed is down and not
   *   remembered.
   */
  all(): Promise<{ releases: readonly Release[]; isFallback: boolean }>;
  /** @returns the newest release that is not on offer yet; null without one, or while the feed is down. */
  newestUntested(): Promise<string | null>;
}

/**
 * The releases of n8n on offer.
 * @param settings.versions the list to offer from, `engine/versions.json` unless given.
 */
export function n8nReleases(
  settings: VersionFeedSettings & { offered: OfferedVersions; versions?: typeof engineVersions },
): Releases {
  const { offered, versions = engineVersions } = settings;
  const known = listKnownReleases(versions);
  if (offered === 'feed') {
    return {
      async all() {
        const releases = await readVersionFeed(settings);
        return { releases: releases ?? known, isFallback: releases === null };
      },
      newestUntested: async () => null,
    };
  }
  const tested = listTestedReleases(versions);
  return {
    all: async () => ({ releases: known, isFallback: false }),
    async newestUntested() {
      const listed = await readVersionFeed(settings);
      return listed && newestUntested(listed, tested);
    },
  };
}

const FEED_TIMEOUT_MS = 3_000;
const DOWN_PAUSE_MS = 30_000;
/** The feed lists versions newer than a given one; from this version on the product can run them. */
const OLDEST_SUPPORTED = '1.100.0';

const feedSchema = z.array(
  z.object({
    name: z.string(),
    createdAt: z.iso.datetime(),
    hasBreakingChange: z.boolean().default(false),
    hasSecurityFix: z.boolean().default(false),
  }),
);

/** When a feed that has never answered can be requested again, by outbound client. */
const pausedUntil = new WeakMap<Outbound, number>();

interface VersionFeedSettings {
  url: string;
  outbound: Outbound;
  clock: Clock;
  reportError(error: unknown): void;
}

/**
 * @returns the releases of n8n's feed after the oldest supported one (https://api.n8n.io/api/versions/{current}),
 *   without pre-releases; null while it is down and nothing of it is remembered.
 */
async function readVersionFeed(settings: VersionFeedSettings): Promise<readonly Release[] | null> {
  const { outbound, clock } = settings;
  // Every page would wait for a feed that is down.
  if (clock.now() < (pausedUntil.get(outbound) ?? 0)) return null;
  try {
    const url = `${settings.url}/${OLDEST_SUPPORTED}`;
    return (await outbound.requestCached(url, parseFeed, { timeoutMs: FEED_TIMEOUT_MS })).value;
  } catch (error) {
    settings.reportError(error);
    pausedUntil.set(outbound, clock.now() + DOWN_PAUSE_MS);
    return null;
  }
}

/** @throws for another answer, and for an empty list. */
function parseFeed(value: unknown): readonly Release[] {
  const releases = feedSchema
    .parse(value)
    // Pre-releases are nothing to run a business on.
    .filter(({ name }) => parseVersion(name) !== null)
    .map((release) => ({ ...release, createdAt: Date.parse(release.createdAt) }));
  if (releases.length === 0) throw new Error('The version feed is empty.');
  return releases;
}
