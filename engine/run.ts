import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_FILE } from './build.ts';
import { n8nEntry } from './install.ts';

const LOOK_EVERY_MS = 500;
const KIB_PER_MIB = 1024;
/** n8n ends its executions first; what hangs longer than a pod's grace is killed, as the kubelet does it. */
const KILL_AFTER_MS = 30_000;

export interface N8nSettings {
  version: string;
  /** What the pod's container is told. */
  env: Readonly<Record<string, string>>;
  /** The volume: n8n's database, its settings and the hook's own state. */
  dataFolder: string;
  port: number;
  /** For n8n's task runners to reach n8n. */
  brokerPort: number;
  /** What the process and its children may use together; beyond it they are killed, as a container is. */
  memoryMib: number;
  /** Where what it prints goes: a file descriptor, or a function that gets it as it comes. */
  log: number | ((text: string) => void);
  /** Told once when the limit was met, with the MiB that were used. */
  onOutOfMemory?: (usedMib: number) => void;
}

export interface N8nProcess {
  pid: number;
  /** Resolves once it is gone, however it went; with its exit code, or null when a signal ended it. */
  exited: Promise<number | null>;
  /** Ends it well, and resolves when it is gone. */
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): void;
  /** What it and its children have in memory now, MiB; null where that cannot be read. */
  usedMib(): number | null;
}

/**
 * Starts n8n with the hook, on this machine's loopback.
 * @throws Error when this version is not installed.
 */
export function startN8n(settings: N8nSettings): N8nProcess {
  mkdirSync(settings.dataFolder, { recursive: true });
  const { log } = settings;
  const output = typeof log === 'number' ? log : 'pipe';
  const child = spawn(
    process.execPath,
    ['--require', join(import.meta.dirname, 'end-with-parent.cjs'), n8nEntry(settings.version), 'start'],
    {
      // Nothing of this process's own environment: its tokens are not the workspace's to read.
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
      // Its own group, so that its task runners end with it.
      detached: true,
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (typeof log !== 'number') log(text);
    });
  }
  const exited = new Promise<number | null>((resolve, reject) => {
    // After its exit and the last of its output.
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('n8n could not be started.');
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // Gone already.
    }
  };
  const watch = setInterval(() => {
    const used = usedMibOf(pid);
    if (used === null || used <= settings.memoryMib) return;
    clearInterval(watch);
    settings.onOutOfMemory?.(used);
    kill('SIGKILL');
  }, LOOK_EVERY_MS);
  watch.unref();
  child.once('exit', () => {
    clearInterval(watch);
    // What it leaves behind of its task runners.
    kill('SIGKILL');
  });
  return {
    pid,
    exited,
    async stop() {
      kill('SIGTERM');
      const killer = setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS);
      await exited;
      clearTimeout(killer);
    },
    kill: () => kill('SIGKILL'),
    usedMib: () => usedMibOf(pid),
  };
}

/** Proportional set sizes, so that what processes share counts once; null where there is no /proc. */
function usedMibOf(pid: number): number | null {
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
        // After the name, which stands in brackets and may hold anything: state, parent, group.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === pid;
      } catch {
        return false;
      }
    });
}
