// JavaScript without types: the bootstrap takes a lock on any Node, before anything is installed.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const RETRY_MS = 200;
/** Far longer than a process needs from the creation of the lock to its content, and for the removal of another's. */
const EMPTY_FOR_MS = 2_000;

/**
 * Runs `act` in one process at a time: two processes that install or build concurrently would overwrite each other's files.
 *
 * @template Result
 * @param {string} file contains the id of the process that holds the lock; a killed process loses the lock, even before it
 *   wrote its id.
 * @param {() => Result} act
 * @returns {Result} the result of `act`.
 */
export function withLock(file, act) {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !tryLock(file); tries += 1) {
    if (tries === 1)
      console.info(
        `Waiting for process ${holderOf(file)}, which holds ${file}. If that is another program, delete the file.`,
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
  try {
    return act();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes the lock if no one holds it, and removes the lock of a process that has ended.
 *
 * @param {string} file
 * @returns {boolean} whether this process has it now. After it removed another's lock, the next call takes it.
 */
export function tryLock(file) {
  if (create(file, String(process.pid))) return true;
  if (isStale(file)) removeStale(file);
  return false;
}

/**
 * Removes the lock of a process that has ended. Without a lock of its own, the second of two processes that find it
 * would remove the lock that the first one has taken since.
 *
 * @param {string} file
 */
function removeStale(file) {
  const takeover = `${file}.takeover`;
  if (create(takeover, '')) {
    if (isStale(file)) rmSync(file, { force: true });
    rmSync(takeover, { force: true });
    return;
  }
  // A process that was killed meanwhile leaves this file.
  const left = statSync(takeover, { throwIfNoEntry: false });
  if (left && Date.now() - left.mtimeMs > EMPTY_FOR_MS) rmSync(takeover, { force: true });
}

/**
 * @param {string} file
 * @param {string} content
 * @returns {boolean} whether the file is this process's; false if it exists already.
 */
function create(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * @param {string} file
 * @returns {boolean} whether the process that took the lock has ended; false without a lock.
 */
function isStale(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    if (!(holder > 0)) return Date.now() - statSync(file).mtimeMs >= EMPTY_FOR_MS;
    // An earlier process had this id, as after the restart of a container.
    if (holder === process.pid) return statSync(file).mtimeMs <= Date.now() - process.uptime() * 1_000;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    // EPERM means that the process belongs to another user, so it runs; ENOENT, that the lock was released meanwhile.
    return error.code === 'ESRCH';
  }
}

/**
 * @param {string} file
 * @returns {string} the id of the process that holds the lock, or a word if no id is known.
 */
export function holderOf(file) {
  try {
    return readFileSync(file, 'utf8') || '(unknown)';
  } catch {
    return '(ended)';
  }
}
