import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { inRoom } from '../room.ts';
import { type SampleWorkflow, workflow } from '../workflows.ts';
import type { Workspace } from '../workspace.ts';

/** How often a process that executes nothing is looked at, and at which distance: four turns of the schedule. */
const LOOKS = 8;
const LOOK_EVERY_MS = 500;

/** A published workflow that runs by itself every second. */
function everySecond(): SampleWorkflow {
  const sample = workflow('every-second');
  const schedule = {
    ...{
      id: randomUUID(),
      name: 'Schedule Trigger',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
    },
    ...{ position: [0, 0], parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } } },
  };
  const scheduled = <Version extends object>(version: Version) => ({
    ...version,
    nodes: [schedule],
    connections: {},
  });
  const { published } = sample;
  return scheduled({ ...sample, published: published && scheduled(published) }) as unknown as SampleWorkflow;
}

const executionsOf = async (workspace: Workspace) => (await workspace.usage()).executions;

/** What n8n starts by itself. */
export function schedulesRoom(startEngine: StartEngine): void {
  inRoom('schedules', startEngine, (room) => {
    test.for(['backup', 'rehearsal'])(
      'a schedule does not run in a process for a %s, and goes on after it',
      async (purpose) => {
        const { workspace } = room;
        await workspace.import([everySecond()]);
        const before = await executionsOf(workspace);
        await eventually('it runs by itself', async () => (await executionsOf(workspace)) > before + 1);

        await workspace.process.restart({ WEFT_PURPOSE: purpose });
        const kept = await executionsOf(workspace);
        for (let look = 0; look < LOOKS; look += 1) {
          await sleep(LOOK_EVERY_MS);
          expect(await executionsOf(workspace)).toBe(kept);
        }

        await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
        await eventually('it runs by itself again', async () => (await executionsOf(workspace)) > kept);
      },
    );
  });
}
