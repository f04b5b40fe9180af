import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from './compare-versions.ts';

/**
 * Records the newest version that ran on this data, like n8n's hook (`engine/hook/downgrade.ts`).
 * @returns whether the data are a newer version's, which this one must not touch.
 */
export function isOlderThanData(dataDir: string, version: string): boolean {
  const path = join(dataDir, 'n8n-version');
  const newest = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const difference = compareVersions(version, newest);
  if (difference > 0) writeFileSync(path, version);
  return difference < 0;
}
