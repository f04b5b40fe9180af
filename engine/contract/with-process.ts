import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { eventually } from './eventually.ts';
import { PortalStandIn } from './portal-stand-in.ts';
import type { StartEngine, TestedProcess } from './process.ts';
import { Workspace } from './workspace.ts';

/** Shared by the tests of a suite: one process, its data and its portal. */
export interface SuiteContext {
  readonly workspace: Workspace;
  readonly portal: PortalStandIn;
}

/** Declares the tests of one part of the contract, around one running process. */
export function describeWithProcess(
  title: string,
  startEngine: StartEngine,
  declare: (context: SuiteContext) => void,
  prepare: (portal: PortalStandIn) => void = () => {},
): void {
  describe(title, () => {
    const [workspace, portal] = [new Workspace(), new PortalStandIn()];
    let process: TestedProcess | undefined;
    let dataFolder: string | undefined;
    beforeAll(async () => {
      await portal.listen();
      prepare(portal);
      dataFolder = newDataFolder();
      process = await startEngine({ env: {}, dataFolder, portalUrl: portal.url });
      workspace.process = process;
    });
    afterAll(async () => {
      await process?.stop();
      await portal[Symbol.asyncDispose]();
      if (dataFolder) removeDataFolder(dataFolder);
    });
    declare({ workspace, portal });
  });
}

/** The portal's route of the plan. */
export const PLAN_PATH = '/api/cloud/plan';

/** Restarts the process, which asks for the plan. */
export async function restartAndAsk({ workspace, portal }: SuiteContext): Promise<void> {
  const asked = portal.callsOf(PLAN_PATH).length;
  await workspace.process.restart();
  await eventually('the limit is asked for', async () => portal.callsOf(PLAN_PATH).length > asked);
}

export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'weft-contract-'));
}

export function removeDataFolder(dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
