import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports of outgoing connections (Linux: from 32,768), which would take a port between its choice and its use. */
const PORTS = { from: 20_000, below: 32_000 };
const MAX_ATTEMPTS = 100;
/**
 * A file for each chosen port, with the id of the process that chose it. A server may start seconds after its port was
 * chosen, or again after a kill, and another sandbox would answer in its place. All checkouts share the machine's ports.
 */
const CHOSEN = join(tmpdir(), `weft-ports-of-${process.getuid?.() ?? 'all'}`);
/** By then, a server listens on its port, or never will. */
const STARTS_WITHIN_MS = 60_000;

/** When this process chose a port, UTC ms. */
const ownChoices = new Map<number, number>();

/** @returns whether nothing listens on the port of the loopback interface. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * @returns a free port of the loopback interface, for a process that starts later. No other process of this user
 *   chooses it while this one lives. @throws Error if it finds none.
 */
export async function freePort({
  from = PORTS.from,
  below = PORTS.below,
  folder = CHOSEN,
} = {}): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const port = randomInt(from, below);
    if (reserve(join(folder, String(port)), port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No port from ${from} to ${below} is free.`);
}

/** @returns whether this process may use the port: no living process has chosen it. */
function reserve(file: string, port: number): boolean {
  const now = Date.now();
  if (now - (ownChoices.get(port) ?? Number.NEGATIVE_INFINITY) < STARTS_WITHIN_MS) return false;
  const owner = ownerOf(file);
  if (owner !== null && owner !== process.pid && isAlive(owner)) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    // Another process chose it in this moment.
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  ownChoices.set(port, now);
  return true;
}

/** @returns null for a port that no one chose. */
function ownerOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
