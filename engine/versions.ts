import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTestedReleases } from '#app/domain/instance/engine-versions.ts';
import {
  type EngineVersion,
  engineVersionsSchema,
  imageRevision,
} from '#app/domain/instance/engine-versions-schema.ts';

/** The n8n versions that workspaces can run. */
const VERSIONS_FILE = join(import.meta.dirname, 'versions.json');

/** @throws Error that names the path of the fault in the file. */
export function readVersions(file = VERSIONS_FILE): EngineVersion[] {
  return engineVersionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** @throws when the list offers no version: a product deployed with it could not start a workspace. */
export function refuseUntestedVersions(versions: readonly EngineVersion[]): void {
  if (listTestedReleases(versions).length > 0) return;
  throw new Error(
    'engine/versions.json has no version that was tested and is not withdrawn: npm run test:n8n tests them.',
  );
}

/**
 * Records that the contract's tests passed on a version with a hook; the next build then offers the version. A different
 * hook needs a new image, so the tag's revision increases by one.
 *
 * @param tested.hook digest of the bundled hook.
 * @throws for a version that the file does not list.
 */
export function recordTested(
  version: string,
  tested: { at: Date; hook: string },
  file = VERSIONS_FILE,
): void {
  const record = ({ image, testedAt, testedHook }: EngineVersion) => {
    const isAnotherHook = testedAt !== null && testedHook !== tested.hook;
    const revision = (imageRevision(version, image) ?? 0) + (isAnotherHook ? 1 : 0);
    return {
      image: `${version}-weft.${revision}`,
      testedAt: tested.at.toISOString(),
      testedHook: tested.hook,
    };
  };
  change(version, record, file);
}

/**
 * Pins a version to the image that its tag currently names, for all later builds.
 *
 * @throws for an unlisted version, and for a version pinned to another image: a release is published once, so a person must
 *   examine the difference.
 */
export function recordDigest(version: string, digest: string, file = VERSIONS_FILE): void {
  const pin = (entry: EngineVersion) => {
    if (entry.digest !== null && entry.digest !== digest)
      throw new Error(`n8n ${version} is pinned to ${entry.digest}, and its tag now names ${digest}.`);
    return { digest };
  };
  change(version, pin, file);
}

function change(version: string, to: (entry: EngineVersion) => Partial<EngineVersion>, file: string): void {
  const versions = readVersions(file);
  if (!versions.some((entry) => entry.version === version))
    throw new Error(`${file} does not list n8n ${version}: add it first.`);
  const changed = versions.map((entry) => (entry.version === version ? { ...entry, ...to(entry) } : entry));
  // Renamed into place, so concurrent readers never see a partial file.
  writeFileSync(`${file}.new`, `${JSON.stringify(changed, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
