import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../run.ts';
import { freePort } from './environment.ts';
import { engineOf, type StartEngine } from './process.ts';

/** As the smallest plan has it for n8n to run at ease. */
const MEMORY_MIB = 1_280;
/** A cold start on a shared core takes some twenty seconds. */
const READY_WITHIN_MS = 300_000;

/** Beside what the portal says: nothing of a test is told to n8n's makers. */
const CALM = {
  DB_TYPE: 'sqlite',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_DISABLED_MODULES: 'instance-ai',
};

/** @returns what starts a version of n8n with the hook; it fails where that version is not installed. */
export function n8nEngine(version: string): StartEngine {
  return engineOf(async ({ env, dataFolder, port }) => {
    const logFile = join(dataFolder, 'n8n.log');
    // A new one for each start: the output is read from it.
    const log = openSync(logFile, 'w');
    let outOfMemory = '';
    try {
      const { exited, stop, kill } = startN8n({
        ...{ version, dataFolder, port, log, memoryMib: MEMORY_MIB },
        env: { ...CALM, N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`, ...env },
        brokerPort: await freePort(),
        onOutOfMemory: (usedMib) => {
          outOfMemory = `\nIt was killed at ${usedMib} MiB.`;
        },
      });
      return {
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
