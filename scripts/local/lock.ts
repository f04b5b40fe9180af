import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const RETRY_MS = 200;
/** Far longer than a process needs from the creation of the lock to its content. */
const EMPTY_FOR_MS = 2_000;

/**
 * Runs `act` in one process at a time: test files that start concurrently would overwrite each other's build.
 *
 * @param file contains the id of the process that holds the lock; a killed process loses the lock, even before it wrote its
 *   id.
 * @returns the result of `act`.
 */
export function withLock<Result>(file: string, act: () => Result): Result {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !tryLock(file); tries += 1) {
    if (tries === 1) console.info(`Waiting for the process that holds ${file} ...`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
  try {
    return act();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes the lock if nobody holds it, and removes the lock of a process that has ended.
 * @returns whether this process has it now. After it removed another's lock, the next call takes it.
 */
export function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    if (!(holder > 0)) return Date.now() - statSync(file).mtimeMs < EMPTY_FOR_MS;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // EPERM means that the process belongs to another user, so it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
