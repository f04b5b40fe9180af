import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundleRuntime } from './bundle-runtime.ts';
import { type Engine, lowerPriority, type StartOptions } from './processes.ts';

// Longer than the runtime waits for its webhooks to be answered: it ends only a hanging runtime.
const killAfterMs = 15_000;

/** The environment of a workspace, apart from its process's own variables. */
export function runtimeEnvironment(
  { pod, volume, port, crash }: Omit<StartOptions, 'log'>,
  migrationMs: number,
) {
  return {
    WEFT_MIGRATION_MS: String(migrationMs),
    ...pod.env,
    N8N_PORT: String(port),
    N8N_VERSION: pod.version,
    DATA_DIR: volume,
    ...(crash ? { WEFT_CRASH: '1' } : {}),
  };
}

/** Runs workspaces as `sandbox/runtime`: a process of about 60 MB that starts immediately, for any version. */
export async function smallRuntime(dataDir: string, migrationMs: number): Promise<Engine> {
  const entry = await bundleRuntime();
  return {
    lingersMs: 2_000,
    async start({ log, ...options }) {
      const child = spawn(process.execPath, ['--max-old-space-size=64', '--max-semi-space-size=1', entry], {
        // Inherits nothing from the sandbox's environment, whose tokens a workspace must not read.
        env: {
          PATH: process.env.PATH ?? '',
          ...runtimeEnvironment(options, migrationMs),
          // Sized for n8n; the runtime has its own sizes.
          NODE_OPTIONS: '',
          // Saves each child the compiler's time and memory.
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compile-cache'),
        },
        // The child ends when its standard input ends: that is how it detects that this process was killed.
        stdio: ['pipe', log, log],
      });
      const exited = new Promise<void>((resolve, reject) => {
        child.once('exit', () => resolve());
        child.once('error', (error) => (child.pid === undefined ? reject(error) : console.error(error)));
      });
      if (child.pid === undefined) {
        await exited;
        throw new Error('a child without a pid reports an error');
      }
      lowerPriority(child.pid);
      // A dead child leaves a broken pipe, which is not an error here: `exit` reports the death.
      child.stdin?.on('error', () => undefined);
      return {
        pid: child.pid,
        exited,
        async stop() {
          child.kill('SIGTERM');
          const killer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
          await exited;
          clearTimeout(killer);
        },
      };
    },
  };
}
