import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#engine/free-port.ts';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import type { Pod } from './pod.ts';

const logLimitBytes = 1024 * 1024;

export type StartOptions = {
  pod: Pod;
  volume: string;
  port: number;
  /** The file descriptor for the process's output. */
  log: number;
  /** The crash-loop fault: the process ends before it is ready. */
  crash: boolean;
};

type StartedProcess = {
  /** Another for each start; of no process with the shared engine. */
  pid: number;
  /** Resolves once the process is gone, for whatever reason. */
  exited: Promise<void>;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
};

/** A cluster's workspaces run on other machines than the portal; here their starts would take both cores from it. */
export function lowerPriority(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The engine in a workspace's pod: the small runtime, in a process of its own or in the sandbox's, or n8n. */
export type Engine = {
  /** How long its processes can outlive a killed sandbox. */
  lingersMs: number;
  /** Throws an Error with the reason if such a pod cannot run here. */
  start(options: StartOptions): Promise<StartedProcess>;
};

export type RuntimeProcess = StartedProcess & { port: number; startedAt: number };

export type LaunchOptions = { key: string; pod: Pod; volume: string; crash: boolean; now: number };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * After `kill -9` of the sandbox its children end by themselves, but a quick restart could come first and start a second
 * process on the same volume. The wait is bounded, because the process id may by now belong to another program.
 */
async function waitForPredecessor(pidFile: string, atMostMs: number): Promise<void> {
  const found = z.object({ pid: z.int() }).safeParse(readJsonFile(pidFile));
  const deadline = Date.now() + atMostMs;
  while (found.success && isAlive(found.data.pid) && Date.now() < deadline) await sleep(20);
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > logLimitBytes ? 'w' : 'a');
}

/** Starts workspaces as children of this process, with their logs under `dataDir`. */
export class Launcher {
  readonly #dataDir: string;
  readonly #engine: Engine;

  constructor(dataDir: string, engine: Engine) {
    this.#dataDir = dataDir;
    this.#engine = engine;
    for (const directory of ['logs', 'pids']) mkdirSync(join(dataDir, directory), { recursive: true });
  }

  async launch({ key, pod, volume, crash, now }: LaunchOptions): Promise<RuntimeProcess> {
    const pidFile = join(this.#dataDir, 'pids', `${key}.json`);
    await waitForPredecessor(pidFile, this.#engine.lingersMs);
    mkdirSync(volume, { recursive: true });
    const port = await freePort();
    const log = openLog(join(this.#dataDir, 'logs', `${key}.log`));
    try {
      const started = await this.#engine.start({ pod, volume, port, log, crash });
      writeJsonFile(pidFile, { pid: started.pid });
      return { ...started, port, startedAt: now };
    } finally {
      // The child has its own copy of the descriptor.
      closeSync(log);
    }
  }
}
