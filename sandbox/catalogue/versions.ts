import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { installableVersions } from '#engine/install.ts';
import { readVersions } from '#engine/versions.ts';

const source = z.array(z.object({ name: z.string(), createdAt: z.string() }));

type SemanticVersion = readonly [major: number, minor: number, patch: number];

/** A release as n8n's version feed gives it. */
export type Release = {
  name: string;
  createdAt: string;
  hasBreakingChange: boolean;
  hasSecurityFix: boolean;
  hasSecurityIssue: boolean;
};

/**
 * Releases that close a hole. Names and dates in the data are real, these flags are the sandbox's own: one on each
 * line that is still maintained, so that every kind of entry can be seen.
 */
const securityFixes = new Set(['1.123.81', '2.30.8', '2.40.7', '2.41.3']);

/** `1.115.3` as numbers, or undefined for anything else. */
export function parseVersion(text: string): SemanticVersion | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

function compare(a: SemanticVersion, b: SemanticVersion): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

type Listed = {
  name: string;
  createdAt: string;
  /** Set for examined versions; otherwise the number decides. */
  hasBreakingChange?: boolean;
};
type Dated = Listed & { version: SemanticVersion };

/** Every release there is, newest version first. */
export function loadReleases(): Dated[] {
  const path = join(import.meta.dirname, '..', 'data', 'n8n-versions.json');
  return addDates(source.parse(JSON.parse(readFileSync(path, 'utf8'))));
}

/** The releases of n8n that can be installed on this machine, newest version first: where it runs, nothing else does. */
export function installableReleases(): Dated[] {
  const installable = installableVersions();
  const known = readVersions().filter(({ version }) => installable.includes(version));
  return addDates(
    known.map(({ version, releasedAt, hasBreakingChange }) => ({
      name: version,
      createdAt: releasedAt,
      hasBreakingChange,
    })),
  );
}

function addDates(releases: readonly Listed[]): Dated[] {
  return releases
    .map((release) => {
      const version = parseVersion(release.name);
      if (!version) throw new Error(`${release.name} is not a version`);
      return { ...release, version };
    })
    .sort((a, b) => compare(b.version, a.version));
}

/** The releases after `current`, newest first. The first of a new major breaks what the one before promised. */
export function releasesAfter(releases: readonly Dated[], current: SemanticVersion): Release[] {
  const latestSafe = releases.find(({ name }) => securityFixes.has(name))?.version;
  return releases
    .filter(({ version }) => compare(version, current) > 0)
    .map(({ name, createdAt, version, hasBreakingChange }) => ({
      name,
      createdAt,
      hasBreakingChange:
        hasBreakingChange ??
        !releases.some((other) => other.version[0] === version[0] && compare(other.version, version) < 0),
      hasSecurityFix: securityFixes.has(name),
      hasSecurityIssue:
        latestSafe !== undefined && compare(version, latestSafe) < 0 && !securityFixes.has(name),
    }));
}
