import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file.ts';

/** Every `*.json` document of a directory (made when missing), by file name. Files staged and never renamed are left out. */
export function readJsonDirectory(directory: string): unknown[] {
  mkdirSync(directory, { recursive: true });
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJsonFile(join(directory, name)));
}
