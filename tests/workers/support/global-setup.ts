import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { quickTimings, World } from '../../unit/sandbox/harness.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sandboxUrl: string;
    databaseUrl: string;
  }
}

/** A hundred workspaces run at the end: changes are noticed at once, idle workspaces are probed seldom. */
const IDLE_TIMINGS = { reconcileIntervalMs: 1_000, probeReadyIntervalMs: 2_000 };

/** Starts the sandbox, with its real workspace processes, and sqld for the objects under test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-workers-'));
  const { database: port } = await freePorts();
  const [world, database] = await Promise.all([
    World.start({ cluster: { ...quickTimings, ...IDLE_TIMINGS } }),
    startDatabase(dataDirectory, port, () => {}),
  ]);
  project.provide('sandboxUrl', world.url);
  project.provide('databaseUrl', `http://127.0.0.1:${port}`);
  return async () => {
    await Promise.all([world[Symbol.asyncDispose](), database.stop()]);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}
