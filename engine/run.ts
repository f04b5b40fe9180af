import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_FILE } from './build.ts';
import { n8nEntry } from './install.ts';

const POLL_INTERVAL_MS = 500;
const KIB_PER_MIB = 1024;
/** A pod's grace period for n8n to finish its executions, before SIGKILL as by the kubelet. */
const KILL_AFTER_MS = 45_000;

export interface N8nSettings {
  version: string;
  /** The environment of the pod's container. */
  env: Readonly<Record<string, string>>;
  /** The volume: n8n's database, its settings and the hook's own state. */
  dataFolder: string;
  port: number;
  /** The port for n8n's task runners. */
  brokerPort: number;
  /** Memory limit of the process and its children, which are killed above it like a container. */
  memoryMib: number;
  /** Receives the output: a file descriptor, or a function called with each chunk. */
  log: number | ((text: string) => void);
  /** Called once at the memory limit, with the MiB in use. */
  onOutOfMemory?: (usedMib: number) => void;
}

/**
 * Starts n8n with the hook on the loopback interface.
 * @throws Error if this version is not installed.
 */
export function startN8n(settings: N8nSettings) {
  mkdirSync(settings.dataFolder, { recursive: true });
  const { log } = settings;
  const output = typeof log === 'number' ? log : 'pipe';
  const child = spawn(
    process.execPath,
    ['--require', join(import.meta.dirname, 'end-with-parent.cjs'), n8nEntry(settings.version), 'start'],
    {
      // Inherits nothing from this process's environment, because the workspace must not read its tokens.
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        ...settings.env,
        EXTERNAL_HOOK_FILES: HOOK_FILE,
        N8N_USER_FOLDER: settings.dataFolder,
        HOME: settings.dataFolder,
        N8N_PORT: String(settings.port),
        N8N_LISTEN_ADDRESS: '127.0.0.1',
        N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
      },
      stdio: ['ignore', output, output],
      // A separate process group, so that n8n's task runners end with n8n.
      detached: true,
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (typeof log !== 'number') log(text);
    });
  }
  const exited = new Promise<number | null>((resolve, reject) => {
    // `close` follows the exit and the last output.
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('n8n could not be started.');
  /** @param id of the process; negative for the group. */
  const kill = (signal: NodeJS.Signals, id = -pid) => {
    try {
      process.kill(id, signal);
    } catch {
      // It has already exited.
    }
  };
  const watch = setInterval(() => {
    const used = readUsedMibOf(pid);
    if (used === null || used <= settings.memoryMib) return;
    clearInterval(watch);
    settings.onOutOfMemory?.(used);
    kill('SIGKILL');
  }, POLL_INTERVAL_MS);
  watch.unref();
  child.once('exit', () => {
    clearInterval(watch);
    // Kills remaining task runners.
    kill('SIGKILL');
  });
  return {
    pid,
    /** Resolves when the process has ended, with its exit code, or null after a signal. */
    exited,
    /** Stops the process gracefully. Resolves when it has ended. */
    async stop(): Promise<void> {
      // As in a pod, only n8n gets the signal: it ends its task runners when its webhooks are answered.
      kill('SIGTERM', pid);
      const killer = setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS);
      await exited;
      clearTimeout(killer);
    },
    /** Kills the process without warning, like a power failure. */
    kill: () => kill('SIGKILL'),
    /** Memory of the process and its children, MiB; null if the machine does not report it. */
    readUsedMib: () => readUsedMibOf(pid),
  };
}

export type N8nProcess = ReturnType<typeof startN8n>;

/** Proportional set sizes, so shared memory counts once; null without /proc. */
function readUsedMibOf(pid: number): number | null {
  let kib = 0;
  try {
    for (const one of groupOf(pid)) {
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8');
      kib += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    }
  } catch {
    return null;
  }
  return Math.round(kib / KIB_PER_MIB);
}

function groupOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => {
      try {
        const stat = readFileSync(`/proc/${other}/stat`, 'utf8');
        // The name is in parentheses and can contain anything; state, parent and group follow it.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === pid;
      } catch {
        return false;
      }
    });
}
