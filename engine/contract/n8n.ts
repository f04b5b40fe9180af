import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../run.ts';
import { freePort } from './environment.ts';
import { podEnvironment } from './pod-environment.ts';
import { engineOf, type StartEngine } from './process.ts';

/** Of pro-2: the tests restore workflows of 16 MiB. */
const MEMORY_MIB = 1_280;
const CONCURRENT_EXECUTIONS = 50;
/** A cold start on a shared core takes some twenty seconds. */
const READY_WITHIN_MS = 300_000;

/** @returns what starts a version of n8n with the hook; it fails where that version is not installed. */
export function n8nEngine(version: string): StartEngine {
  return engineOf(async ({ env, dataFolder, port }) => {
    const logFile = join(dataFolder, 'n8n.log');
    // A new one for each start: the output is read from it.
    const log = openSync(logFile, 'w');
    let outOfMemory = '';
    try {
      const { pid, exited, stop, kill } = startN8n({
        ...{ version, dataFolder, port, log, memoryMib: MEMORY_MIB },
        env: {
          ...podEnvironment(env.WEFT_PORTAL_URL ?? '', {
            memoryMib: MEMORY_MIB,
            concurrentExecutions: CONCURRENT_EXECUTIONS,
          }),
          N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
          ...env,
        },
        brokerPort: await freePort(),
        onOutOfMemory: (usedMib) => {
          outOfMemory = `\nIt was killed at ${usedMib} MiB.`;
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
        output: () => readFileSync(logFile, 'utf8') + outOfMemory,
      };
    } finally {
      closeSync(log);
    }
  }, READY_WITHIN_MS);
}
