import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { PortalStandIn } from './portal-stand-in.ts';
import type { StartEngine } from './process.ts';
import { Workspace } from './workspace.ts';

/** Shared by the tests of a room: one process, its data and its portal. */
export interface Room {
  readonly workspace: Workspace;
  readonly portal: PortalStandIn;
}

/** Declares the tests of one part of the contract, around one running process. */
export function inRoom(
  title: string,
  startEngine: StartEngine,
  declare: (room: Room) => void,
  prepare: (portal: PortalStandIn) => void = () => {},
): void {
  describe(title, () => {
    let portal: PortalStandIn | undefined;
    let workspace: Workspace | undefined;
    let dataFolder: string | undefined;
    beforeAll(async () => {
      portal = await PortalStandIn.start();
      prepare(portal);
      dataFolder = newDataFolder();
      workspace = new Workspace(await startEngine({ env: {}, dataFolder, portalUrl: portal.url }));
    });
    afterAll(async () => {
      await workspace?.process.stop();
      await portal?.[Symbol.asyncDispose]();
      if (dataFolder) removeDataFolder(dataFolder);
    });
    declare({
      get workspace() {
        if (!workspace) throw new Error('the process did not start');
        return workspace;
      },
      get portal() {
        if (!portal) throw new Error('the portal did not start');
        return portal;
      },
    });
  });
}

export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'weft-contract-'));
}

export function removeDataFolder(dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
