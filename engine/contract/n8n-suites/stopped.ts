import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { untilRegistered } from '../workflows.ts';
import { STORED_WAIT_SECONDS, statusesOf, waiting } from './enqueued.ts';

/** Longer than the test needs to stop the execution, and less than n8n stores. */
const RUNNING_SECONDS = 60;

/** Executions that a person stops in n8n are not counted, in every state. */
export function stoppedSuite(startEngine: StartEngine): void {
  describeWithProcess('stopped executions', startEngine, ({ workspace }) => {
    test('an execution that a person stops is not counted, whether it waits, is enqueued or runs', async () => {
      await workspace.process.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
      const paths = { stored: STORED_WAIT_SECONDS, slow: RUNNING_SECONDS, enqueued: RUNNING_SECONDS };
      await workspace.import(Object.entries(paths).map(([path, seconds]) => waiting(path, seconds)));
      for (const path of Object.keys(paths)) await untilRegistered(workspace, path);
      const cookie = await workspace.signIn();
      const send = (path: string) => workspace.replay(`/webhook/${path}`, `hld_${path}`, { method: 'GET' });
      // One execution runs at once; the stored one frees its place.
      const begun = [
        ['stored', 'waiting'],
        ['slow', 'running'],
        ['enqueued', 'new'],
      ] as const;
      const answers: Array<Promise<Response>> = [];
      for (const [index, [path, status]] of begun.entries()) {
        const answer = send(path);
        // One that is still open ends with the process.
        answer.catch(() => undefined);
        answers.push(answer);
        await eventually(`${path} is ${status}`, async () => statusesOf(workspace)[index] === status);
      }
      const countAll = async () => (await workspace.usage()).executions;
      expect(await countAll()).toBe(3);
      // The enqueued execution is stopped before the running one, so that n8n does not start it.
      for (const [left, id] of [
        [2, 1],
        [1, 3],
        [0, 2],
      ] as const) {
        expect((await workspace.post(`/rest/executions/${id}/stop`, {}, { cookie })).status).toBe(200);
        await eventually(`${left} are counted`, async () => (await countAll()) === left);
      }
      expect(statusesOf(workspace)).toEqual(['canceled', 'canceled', 'canceled']);
      // Its replay has an answer, so that the portal sends the next one.
      expect((await answers[2])?.status).toBe(500);
      expect((await send('enqueued')).headers.get('weft-answered')).toBe('500');
    });
  });
}
