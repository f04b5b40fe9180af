import { memoize } from '../memoize.ts';
import { DAY_MS } from '../time/clock.ts';

/** A release of n8n in its version feed. */
export interface Release {
  name: string;
  /** UTC ms. */
  createdAt: number;
  /** Has irreversible migrations (spec §4, "critical update"). */
  hasBreakingChange: boolean;
  hasSecurityFix: boolean;
  /** No longer offered. Its irreversible migrations still count, for workspaces that run it or change over it. */
  isWithdrawn?: true;
}

export type Channel = 'stable' | 'beta';

/** An offered release (design §4, `GET /instance/n8n-versions`). */
export interface OfferedVersion extends Release {
  channel: Channel;
  isCurrent: boolean;
  /** Whether an update to it includes irreversible migrations, which a person has to confirm. */
  needsConfirmation: boolean;
}

/** A release is too old after this time, once there is a newer one. */
const STALE_AFTER_MS = 120 * DAY_MS;
/** Time between the warning and the update. */
export const FORCED_UPDATE_LEAD_MS = 30 * DAY_MS;
/** Time between the rehearsal of a forced update and the update. */
export const REHEARSAL_LEAD_MS = 7 * DAY_MS;
/** A forced update that its rehearsal does not allow waits this long, so that people can change their workflows. */
export const POSTPONE_MS = 7 * DAY_MS;
/** Postponements in a row. The next one is reported to us, and gives people as long as the announcement did. */
export const MAX_POSTPONEMENTS = 3;

/** Effect of choosing another version. */
export type VersionChange = 'none' | 'plain' | 'upgrade-over-breaking' | 'downgrade' | 'unknown';

type Parts = readonly [major: number, minor: number, patch: number];

/** @returns a release's numbers; null for anything else, such as a pre-release. */
export function parseVersion(name: string): Parts | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(name);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}

/** @returns a negative number when `one` is the older version; invalid names come first. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  if (!a || !b) return Number(Boolean(a)) - Number(Boolean(b));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** @returns the releases that a workspace can be set to. */
function onOffer(releases: readonly Release[]): readonly Release[] {
  return releases.filter(({ isWithdrawn }) => !isWithdrawn);
}

/** @returns whether a release was offered and no longer is. */
export function isWithdrawn(releases: readonly Release[], version: string): boolean {
  return releases.some((release) => release.name === version && release.isWithdrawn);
}

/**
 * Classifies a change of version by the releases between, withdrawn ones included. Every older version is a downgrade: each
 * version changes n8n's tables, and the process refuses the data of a newer one (`engine/hook/downgrade.ts`).
 */
export function versionChange(releases: readonly Release[], current: string, next: string): VersionChange {
  if (next === current) return 'none';
  if (!onOffer(releases).some(({ name }) => name === next)) return 'unknown';
  if (compareVersions(next, current) < 0) return 'downgrade';
  const isOverBreaking = releases.some(
    ({ name, hasBreakingChange }) =>
      hasBreakingChange && compareVersions(name, current) > 0 && compareVersions(name, next) <= 0,
  );
  return isOverBreaking ? 'upgrade-over-breaking' : 'plain';
}

/** @returns the newest minor line, which is in beta, as the earlier lines are stable; null without releases. */
function betaLine(releases: readonly Release[]): string | null {
  const newest = newestOf(onOffer(releases));
  return newest && lineOf(newest.name);
}

function lineOf(name: string): string {
  return name.split('.').slice(0, 2).join('.');
}

/** @returns the newest stable release; null without one. */
export function newestStable(releases: readonly Release[]): Release | null {
  const beta = betaLine(releases);
  const stable = onOffer(releases).filter(({ name }) => lineOf(name) !== beta);
  return newestOf(stable);
}

/** @returns the release for a new workspace: the newest stable one, or the newest of all while there is only one line. */
export function releaseToStartWith(releases: readonly Release[]): Release | null {
  return newestStable(releases) ?? newestOf(onOffer(releases));
}

/** @returns n8n's newest release when it is newer than all offered ones; null otherwise. */
export function newestUntested(known: readonly Release[], offered: readonly Release[]): string | null {
  const newest = newestOf(known)?.name ?? null;
  const newestOffered = newestOf(offered)?.name;
  if (newest === null || newestOffered === undefined) return newest;
  return compareVersions(newest, newestOffered) > 0 ? newest : null;
}

function newestOf(releases: readonly Release[]): Release | null {
  return releases.toSorted((a, b) => compareVersions(b.name, a.name))[0] ?? null;
}

/**
 * @returns the versions to choose from, newest first: the newest patch of each minor line, and the
 *   running version; none older.
 */
export const listOfferedVersions = memoize((releases: readonly Release[], current): OfferedVersion[] => {
  const beta = betaLine(releases);
  const seen = new Set<string>();
  return onOffer(releases)
    .toSorted((a, b) => compareVersions(b.name, a.name))
    .filter(({ name }) => {
      const line = lineOf(name);
      const isNewestOfLine = !seen.has(line);
      seen.add(line);
      const change = versionChange(releases, current, name);
      return name === current || (isNewestOfLine && change !== 'downgrade');
    })
    .map((release) => ({
      ...release,
      channel: lineOf(release.name) === beta ? ('beta' as const) : ('stable' as const),
      isCurrent: release.name === current,
      needsConfirmation: versionChange(releases, current, release.name) === 'upgrade-over-breaking',
    }));
});

/**
 * @returns the replacement of a version that is too old: the newest stable one without a breaking change between, else the
 *   newest stable one. Null while the version is recent, unknown to the feed, or the newest stable one itself.
 */
export function replacementOf(releases: readonly Release[], current: string, now: number): string | null {
  const running = onOffer(releases).find(({ name }) => name === current);
  if (!running || now < running.createdAt + STALE_AFTER_MS) return null;
  const beta = betaLine(releases);
  const newer = onOffer(releases)
    .filter(({ name }) => lineOf(name) !== beta && compareVersions(name, current) > 0)
    .sort((a, b) => compareVersions(b.name, a.name));
  const plain = newer.find(({ name }) => versionChange(releases, current, name) === 'plain');
  return (plain ?? newer[0])?.name ?? null;
}
