import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file.ts';

/**
 * Every `*.json` document of a directory (created if missing), by file name. Omits staged files that were never renamed.
 */
export function readJsonDirectory(directory: string): unknown[] {
  mkdirSync(directory, { recursive: true });
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJsonFile(join(directory, name)));
}
