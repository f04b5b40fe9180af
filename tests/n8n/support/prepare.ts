import { buildHook } from '#engine/build.ts';
import { installableVersions, installN8n } from '#engine/install.ts';
import { buildIfChanged } from '#scripts/local/build.ts';

/** Builds the product and the hook, and installs each missing version of n8n. */
export default async function prepare(): Promise<void> {
  buildIfChanged();
  for (const version of installableVersions()) await installN8n(version, console.info);
  await buildHook();
}
