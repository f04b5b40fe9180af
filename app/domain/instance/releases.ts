import { DAY_MS } from '../time/clock.ts';

/** A release of n8n as its version feed tells of it. */
export interface Release {
  name: string;
  /** UTC ms. */
  createdAt: number;
  /** Migrations that one cannot go back from (spec §4, "critical update"). */
  hasBreakingChange: boolean;
  hasSecurityFix: boolean;
}

export type Channel = 'stable' | 'beta';

/** A release as it is offered (design §4, `GET /instance/n8n-versions`). */
export interface OfferedVersion extends Release {
  channel: Channel;
  isCurrent: boolean;
  /** Whether choosing it means that one cannot go back. */
  needsConfirmation: boolean;
}

/** A release this old is too old, once there is a newer one. */
const STALE_AFTER_MS = 120 * DAY_MS;
/** How long after the warning it is replaced. */
export const FORCED_UPDATE_LEAD_MS = 30 * DAY_MS;

/** What choosing another version would mean. */
export type VersionChange =
  | 'none'
  | 'plain'
  | 'upgrade-over-breaking'
  | 'downgrade-over-breaking'
  | 'unknown';

type Parts = readonly [major: number, minor: number, patch: number];

/** @returns a release's numbers; null for anything that is no release, such as a pre-release. */
export function parseVersion(name: string): Parts | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(name);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}

/** @returns below zero when `one` is the older version; names that are no version come first. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  if (!a || !b) return Number(Boolean(a)) - Number(Boolean(b));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** What a change of version means, by the releases that lie between. */
export function versionChange(releases: readonly Release[], current: string, next: string): VersionChange {
  if (next === current) return 'none';
  if (!releases.some(({ name }) => name === next)) return 'unknown';
  const isUpgrade = compareVersions(next, current) > 0;
  const [low, high] = isUpgrade ? [current, next] : [next, current];
  const isOverBreaking = releases.some(
    ({ name, hasBreakingChange }) =>
      hasBreakingChange && compareVersions(name, low) > 0 && compareVersions(name, high) <= 0,
  );
  if (!isOverBreaking) return 'plain';
  return isUpgrade ? 'upgrade-over-breaking' : 'downgrade-over-breaking';
}

/** @returns the newest minor line, which is in beta; everything before it is stable. Null without releases. */
function betaLine(releases: readonly Release[]): string | null {
  const newest = newestOf(releases);
  return newest && lineOf(newest.name);
}

function lineOf(name: string): string {
  return name.split('.').slice(0, 2).join('.');
}

/** @returns the newest stable release; null when there is none. */
export function newestStable(releases: readonly Release[]): Release | null {
  const beta = betaLine(releases);
  const stable = releases.filter(({ name }) => lineOf(name) !== beta);
  return newestOf(stable);
}

/** @returns what a new workspace runs: the newest stable release, or the newest of all while there is one line only. */
export function releaseToStartWith(releases: readonly Release[]): Release | null {
  return newestStable(releases) ?? newestOf(releases);
}

/** @returns the newest release that n8n tells of, when it is newer than all that are offered; null otherwise. */
export function newestUntested(known: readonly Release[], offered: readonly Release[]): string | null {
  const newest = newestOf(known)?.name ?? null;
  const newestOffered = newestOf(offered)?.name;
  if (newest === null || newestOffered === undefined) return newest;
  return compareVersions(newest, newestOffered) > 0 ? newest : null;
}

function newestOf(releases: readonly Release[]): Release | null {
  return [...releases].sort((a, b) => compareVersions(b.name, a.name))[0] ?? null;
}

/**
 * The versions to choose from, newest first: the newest patch of each minor line, and the one that runs. What one
 * could not go back to is left out.
 */
export function offeredVersions(releases: readonly Release[], current: string): OfferedVersion[] {
  const beta = betaLine(releases);
  const seen = new Set<string>();
  return [...releases]
    .sort((a, b) => compareVersions(b.name, a.name))
    .filter(({ name }) => {
      const line = lineOf(name);
      const isNewestOfLine = !seen.has(line);
      seen.add(line);
      const change = versionChange(releases, current, name);
      return name === current || (isNewestOfLine && change !== 'downgrade-over-breaking');
    })
    .map((release) => ({
      ...release,
      channel: lineOf(release.name) === beta ? ('beta' as const) : ('stable' as const),
      isCurrent: release.name === current,
      needsConfirmation: versionChange(releases, current, release.name) === 'upgrade-over-breaking',
    }));
}

/**
 * What a version that is too old is to be replaced with: the newest stable one that changes nothing its users rely on,
 * or, when its line has ended, the newest stable one of all.
 *
 * @returns null while the version is young enough, unknown to the feed, or the newest stable one itself.
 */
export function replacementOf(releases: readonly Release[], current: string, now: number): string | null {
  const running = releases.find(({ name }) => name === current);
  if (!running || now < running.createdAt + STALE_AFTER_MS) return null;
  const beta = betaLine(releases);
  const newer = releases
    .filter(({ name }) => lineOf(name) !== beta && compareVersions(name, current) > 0)
    .sort((a, b) => compareVersions(b.name, a.name));
  const plain = newer.find(({ name }) => versionChange(releases, current, name) === 'plain');
  return (plain ?? newer[0])?.name ?? null;
}
