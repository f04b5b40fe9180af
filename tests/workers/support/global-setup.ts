import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { defaultClusterTimings } from '#sandbox/config.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { quickTimings, World } from '../../unit/sandbox/harness.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sandboxUrl: string;
    databaseUrl: string;
  }
}

/** Dozens of workspaces run at the same time: changes wake the cluster immediately, idle workspaces are probed as rarely as by default. */
const { reconcileIntervalMs, probeReadyIntervalMs } = defaultClusterTimings;
const TIMINGS = { ...quickTimings, reconcileIntervalMs, probeReadyIntervalMs };

/** Starts the sandbox, with its real workspace processes, and sqld for the objects under test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-workers-'));
  const { database: port } = await freePorts();
  const [world, database] = await Promise.all([
    World.start({ engine: 'shared', cluster: TIMINGS }),
    startDatabase(dataDirectory, port),
  ]);
  project.provide('sandboxUrl', world.url);
  project.provide('databaseUrl', `http://127.0.0.1:${port}`);
  return async () => {
    await Promise.all([world[Symbol.asyncDispose](), database.stop()]);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}
