import { z } from 'zod';
import { parseVersion, type Release } from '#app/domain/instance/releases.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { Outbound } from '../outbound/client.ts';

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

export interface VersionFeedSettings {
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
export async function readVersionFeed(settings: VersionFeedSettings): Promise<readonly Release[] | null> {
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
