import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes `value` as JSON so that a reader, or a restart after `kill -9`, sees the old file or the new one, never a torn
 * one: writes a sibling file, then renames it.
 */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const staged = `${path}.tmp`;
  writeFileSync(staged, JSON.stringify(value, null, 2));
  renameSync(staged, path);
}

/**
 * Reads a JSON file; undefined if it is absent.
 * A file that is not JSON throws with its path: someone edited it by hand, and guessing would lose their data.
 */
export function readJsonFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not valid JSON; remove it or restore it`, { cause: error });
  }
}

/** Removes a file; succeeds if it is already gone. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}
