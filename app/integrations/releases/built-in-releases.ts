import type { Release } from '#app/domain/instance/releases.ts';

/** The releases at build time: offered while the feed is down and has never responded. */
export const builtInReleases: readonly Release[] = [
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
