import { freePort } from '../free-port.ts';
import { startN8n } from '../run.ts';
import { podEnvironment } from './pod-environment.ts';
import { engineOf, type StartEngine } from './process.ts';

/** Memory limit of the plan pro-2: the tests restore a workflow whose two versions have 16 MiB each. */
const MEMORY_MIB = 1_280;
const CONCURRENT_EXECUTIONS = 50;
/** A cold start on a shared core takes about twenty seconds. */
const READY_WITHIN_MS = 300_000;

/** @returns a launcher for n8n with the hook; a start fails if that version is not installed. */
export function n8nLauncher(version: string): StartEngine {
  return engineOf(async ({ env, dataFolder, port }) => {
    let output = '';
    const { pid, exited, stop, kill } = startN8n({
      version,
      dataFolder,
      port,
      memoryMib: MEMORY_MIB,
      // A pipe, as in a pod: a file would fill up with the disk.
      log: (text) => {
        output += text;
      },
      env: {
        ...podEnvironment(env.WEFT_PORTAL_URL ?? '', {
          memoryMib: MEMORY_MIB,
          concurrentExecutions: CONCURRENT_EXECUTIONS,
          purpose: env.WEFT_PURPOSE,
        }),
        N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
        ...env,
      },
      brokerPort: await freePort(),
      onOutOfMemory: (usedMib) => {
        output += `\nIt was killed at ${usedMib} MiB.`;
      },
    });
    return {
      pid,
      exited,
      stop,
      async kill() {
        kill();
        await exited;
      },
      output: () => output,
    };
  }, READY_WITHIN_MS);
}
