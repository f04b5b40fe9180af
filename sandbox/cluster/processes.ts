import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import type { Pod } from './pod.ts';

const runtimeEntry = join(import.meta.dirname, '..', 'runtime', 'main.ts');

// The runtime writes its state before it answers, so that it may be ended at any moment; this is for one that hangs.
const killAfterMs = 2_000;
const predecessorWaitMs = 2_000;
const logLimitBytes = 1024 * 1024;

export type RuntimeProcess = {
  pid: number;
  port: number;
  startedAt: number;
  /** Resolves once the process is gone, however it went. */
  exited: Promise<void>;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
};

export type LaunchOptions = { key: string; pod: Pod; volume: string; crash: boolean; now: number };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('a TCP server has an address with a port');
  server.close();
  await once(server, 'close');
  return address.port;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * After `kill -9` of the sandbox its children end by themselves, but a quick restart could come first and put two
 * processes on one volume. The wait is bounded because the number may by now belong to a stranger.
 */
async function waitForPredecessor(pidFile: string): Promise<void> {
  const found = z.object({ pid: z.int() }).safeParse(readJsonFile(pidFile));
  const deadline = Date.now() + predecessorWaitMs;
  while (found.success && isAlive(found.data.pid) && Date.now() < deadline) await sleep(20);
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > logLimitBytes ? 'w' : 'a');
}

/** Starts workspace runtimes as children of this process, with their logs under `dataDir`. */
export class Launcher {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    for (const directory of ['logs', 'pids']) mkdirSync(join(dataDir, directory), { recursive: true });
  }

  async launch({ key, pod, volume, crash, now }: LaunchOptions): Promise<RuntimeProcess> {
    const pidFile = join(this.#dataDir, 'pids', `${key}.json`);
    await waitForPredecessor(pidFile);
    mkdirSync(volume, { recursive: true });
    const port = await freePort();
    const log = openLog(join(this.#dataDir, 'logs', `${key}.log`));
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=64', '--max-semi-space-size=1', runtimeEntry],
      {
        // Nothing of the sandbox's own environment: its tokens are not the workspace's to read.
        env: {
          PATH: process.env.PATH ?? '',
          ...pod.env,
          N8N_PORT: String(port),
          N8N_VERSION: pod.version,
          DATA_DIR: volume,
          // Keeps the stripped TypeScript, which spares each child the compiler's memory.
          NODE_COMPILE_CACHE: join(this.#dataDir, 'compile-cache'),
          ...(crash ? { WEFT_CRASH: '1' } : {}),
        },
        // The child ends when its standard input does: that is how it notices that this process was killed.
        stdio: ['pipe', log, log],
      },
    );
    closeSync(log);
    const exited = new Promise<void>((resolve, reject) => {
      child.once('exit', () => resolve());
      child.once('error', (error) => (child.pid === undefined ? reject(error) : console.error(error)));
    });
    if (child.pid === undefined) {
      await exited;
      throw new Error('a child without a pid reports an error');
    }
    // A child that died leaves a broken pipe, which is no news here: `exit` tells.
    child.stdin?.on('error', () => undefined);
    writeJsonFile(pidFile, { pid: child.pid });
    return {
      pid: child.pid,
      port,
      startedAt: now,
      exited,
      async stop() {
        child.kill('SIGTERM');
        const killer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
        await exited;
        clearTimeout(killer);
      },
    };
  }
}
