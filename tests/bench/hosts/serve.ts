import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPortFree } from '#engine/free-port.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { startService } from '#scripts/local/service.ts';
import type { BuiltWorker } from '../baselines/build.ts';

/** The programs that run a Worker. */
export const hosts = {
  workerd: 'tests/bench/hosts/workerd-host.ts',
  Miniflare: 'scripts/local/worker-host.ts',
};
export type Host = keyof typeof hosts;

/** A Worker that a bench runs beside the product. */
export interface ServedWorker {
  port: number;
  /** The folder of its objects' storage. */
  stateDirectory: string;
  stop(): Promise<void>;
}

/**
 * Runs a built Worker with separate storage, until `stop`.
 * @param healthPath a path that answers less than 500.
 * @param port of this machine; by default a free one. @throws if another program uses it.
 * @param storage the parent folder of the storage; by default that of temporary files.
 */
export async function serveWorker(
  worker: BuiltWorker,
  {
    host = 'workerd',
    variables = {},
    healthPath = '/',
    port: chosenPort,
    storage = tmpdir(),
  }: {
    host?: Host;
    variables?: Record<string, string>;
    healthPath?: string;
    port?: number;
    storage?: string;
  } = {},
): Promise<ServedWorker> {
  const port = chosenPort ?? (await freePorts()).portal;
  // The other program would answer the health check, and be measured.
  if (!(await isPortFree(port)))
    throw new Error(`Port ${port} is taken: end the program that listens there, and run the bench again.`);
  const stateDirectory = mkdtempSync(join(storage, 'weft-bench-'));
  const forget = () => rmSync(stateDirectory, { recursive: true, force: true });
  try {
    const service = await startService({
      name: worker.folder,
      command: process.execPath,
      args: [hosts[host]],
      env: {
        // The debugger is only for the product.
        WEFT_INSPECTOR: '',
        WEFT_WORKER: JSON.stringify({
          port,
          stateDirectory,
          variables,
          bundleFolder: worker.folder,
          optionsFile: worker.optionsFile,
        }),
      },
      healthUrl: `http://127.0.0.1:${port}${healthPath}`,
      // Each Worker has another answer, and no other program has the port.
      healthAnswer: '',
    });
    return {
      port,
      stateDirectory,
      stop: async () => {
        await service.stop();
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}
