import { z } from 'zod';
import { parseVersion } from '#app/domain/instance/releases.ts';
import type { Releases } from '#app/use-cases/workspace/ports.ts';
import type { Outbound } from '../outbound/client.ts';
import { builtInReleases } from './built-in-releases.ts';

const FEED_TIMEOUT_MS = 3_000;
/** The feed tells what is newer than a version; from this one on the product knows how to run them. */
const OLDEST_SUPPORTED = '1.100.0';

const feedSchema = z.array(
  z.object({
    name: z.string(),
    createdAt: z.iso.datetime(),
    hasBreakingChange: z.boolean().default(false),
    hasSecurityFix: z.boolean().default(false),
  }),
);

/** n8n's version feed: https://api.n8n.io/api/versions/{current} lists the releases after the one given. */
export function n8nReleases(settings: {
  url: string;
  outbound: Outbound;
  reportError(error: unknown): void;
}): Releases {
  return {
    async all() {
      try {
        const url = `${settings.url}/${OLDEST_SUPPORTED}`;
        const { value } = await settings.outbound.getCached(url, { timeoutMs: FEED_TIMEOUT_MS });
        const releases = feedSchema
          .parse(value)
          // Pre-releases are nothing to run a business on.
          .filter(({ name }) => parseVersion(name) !== null)
          .map((release) => ({ ...release, createdAt: Date.parse(release.createdAt) }));
        if (releases.length === 0) throw new Error('The version feed is empty.');
        return { releases, isFallback: false };
      } catch (error) {
        settings.reportError(error);
        return { releases: builtInReleases, isFallback: true };
      }
    },
  };
}
