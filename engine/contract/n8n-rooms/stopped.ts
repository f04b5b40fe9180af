import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { inRoom } from '../room.ts';
import { untilRegistered } from '../workflows.ts';
import { STORED_WAIT_SECONDS, statusesOf, waiting } from './enqueued.ts';

/** Longer than the test needs to stop the execution, and less than n8n stores. */
const RUNNING_SECONDS = 60;

/** Executions that a person stops in n8n: whatever they were doing, they are not counted. */
export function stoppedRoom(startEngine: StartEngine): void {
  inRoom('stopped executions', startEngine, (room) => {
    test('an execution that a person stops is not counted, whether it waits, is enqueued or runs', async () => {
      const { workspace } = room;
      await workspace.process.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
      await workspace.import([waiting('stored', STORED_WAIT_SECONDS), waiting('slow', RUNNING_SECONDS)]);
      for (const path of ['stored', 'slow']) await untilRegistered(workspace, path);
      const cookie = await workspace.signIn();
      // As many as run at once, of which one is stored and frees its place.
      const begun = [
        ['stored', 'waiting'],
        ['slow', 'running'],
        ['slow', 'new'],
      ] as const;
      for (const [index, [path, status]] of begun.entries()) {
        // n8n does not answer some of the executions that it stops.
        void workspace.ask(`/webhook/${path}`).catch(() => undefined);
        await eventually(`${path} is ${status}`, async () => statusesOf(workspace)[index] === status);
      }
      const countAll = async () => (await workspace.usage()).executions;
      expect(await countAll()).toBe(3);
      // The one before the running one, so that n8n does not start it.
      for (const [left, id] of [
        [2, 1],
        [1, 3],
        [0, 2],
      ] as const) {
        expect((await workspace.post(`/rest/executions/${id}/stop`, {}, { cookie })).status).toBe(200);
        await eventually(`${left} are counted`, async () => (await countAll()) === left);
      }
      expect(statusesOf(workspace)).toEqual(['canceled', 'canceled', 'canceled']);
    });
  });
}
