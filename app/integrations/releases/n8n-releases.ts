import { z } from 'zod';
import { listKnownReleases, listTestedReleases } from '#app/domain/instance/engine-versions.ts';
import { newestUntested, parseVersion, type Release } from '#app/domain/instance/releases.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { Outbound } from '../outbound/client.ts';
import { engineVersions } from './engine-versions.ts';

/** The versions that workspaces can be set to: the tested ones, or, in the sandbox, all of the feed's. */
type OfferedVersions = 'tested' | 'feed';

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

/** The releases of each answer that the outbound client remembers. */
const parsed = new WeakMap<object, readonly Release[]>();

/** When a feed that has never answered can be requested again, by outbound client. */
const pausedUntil = new WeakMap<Outbound, number>();

interface VersionFeedSettings {
  url: string;
  outbound: Outbound;
  clock: Clock;
  reportError(error: unknown): void;
}

/**
 * Reads n8n's version feed: https://api.n8n.io/api/versions/{current} lists the releases after the one given.
 *
 * @returns its releases without the pre-releases; null while it is down and nothing of it is remembered.
 */
async function readVersionFeed(settings: VersionFeedSettings): Promise<readonly Release[] | null> {
  const { outbound, clock } = settings;
  // Every page would wait for a feed that is down.
  if (clock.now() < (pausedUntil.get(outbound) ?? 0)) return null;
  try {
    const url = `${settings.url}/${OLDEST_SUPPORTED}`;
    const { value } = await outbound.getCached(url, { timeoutMs: FEED_TIMEOUT_MS });
    const answer = Object(value) as object;
    const releases = parsed.get(answer) ?? parseFeed(value);
    parsed.set(answer, releases);
    return releases;
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

/** The releases at build time: offered while the feed is down and has never responded. */
const builtInReleases: readonly Release[] = [
  release('2.41.3', '2026-09-26T01:10:25Z'),
  release('2.40.7', '2026-09-26T01:16:11Z'),
  release('2.39.10', '2026-09-22T12:30:43Z'),
  release('2.38.7', '2026-09-12T10:33:24Z'),
  release('2.37.11', '2026-09-08T05:39:05Z'),
  release('2.36.9', '2026-09-02T05:51:05Z'),
  release('2.35.7', '2026-08-21T13:26:58Z'),
  release('2.34.6', '2026-08-14T11:05:14Z'),
  release('2.0.3', '2026-03-25T08:09:24Z', { hasBreakingChange: true }),
  release('1.123.81', '2026-09-22T15:57:59Z'),
  release('1.122.5', '2026-09-23T02:20:18Z'),
  release('1.121.3', '2026-08-23T23:16:49Z'),
];

function release(name: string, createdAt: string, flags: Partial<Release> = {}): Release {
  return {
    name,
    createdAt: Date.parse(createdAt),
    hasBreakingChange: false,
    hasSecurityFix: false,
    ...flags,
  };
}
