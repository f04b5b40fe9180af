import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux has a file system in memory here (https://docs.kernel.org/filesystems/tmpfs.html). */
const MEMORY = '/dev/shm';

const folders: string[] = [];

function make(parent: string): string {
  const folder = mkdtempSync(join(parent, 'weft-bench-'));
  folders.push(folder);
  return folder;
}

/** Makes a folder for temporary files, which `removeTemporaryFolders` removes. */
export function makeTemporaryFolder(): string {
  return make(tmpdir());
}

/**
 * Makes a temporary folder in memory, if the machine has a file system there. workerd waits for the disk with each commit,
 * on its only thread: thousands of objects would measure a shared disk.
 * @param parent another location, from `WEFT_BENCH_MEMORY`.
 */
export function makeMemoryFolder(parent = process.env.WEFT_BENCH_MEMORY ?? MEMORY): string {
  return make(existsSync(parent) ? parent : tmpdir());
}

export function removeTemporaryFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
