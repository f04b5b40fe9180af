import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { draft, untilStatus } from '../workflows.ts';
import { withDatabase } from './enqueued.ts';

/** Ids that no file name carries safely; n8n by itself stores a workflow under each of them. */
const ODD_IDS = ['../b', 'a b', 'é', 'a'.repeat(65), 'a.json', '-\n'];
/** Ids as n8n makes them, and as its editor does. */
const PLAIN_IDS = ['V1StGXR8Z5jdHi6B', 'V1StGXR8_Z5jdHi6B-myT'];
const EARLIER_ID = 'stored before, öddly/../b';

const REFUSAL = /^A workflow’s id has 1 to 64 letters, digits, hyphens and underscores\./;

/** The ids under which clients create workflows: those that a backup can restore. */
export function workflowIdsSuite(startEngine: StartEngine): void {
  describeWithProcess('ids of workflows', startEngine, ({ workspace }) => {
    test('refuses to create a workflow under an id that no backup restores', async () => {
      const cookie = await workspace.signIn();
      for (const id of ODD_IDS) {
        const answer = await workspace.post('/rest/workflows', { ...draft('odd'), id }, { cookie });
        expect([id, answer.status, await answer.json()]).toEqual([
          id,
          400,
          { code: 400, message: expect.stringMatching(REFUSAL) },
        ]);
      }
      expect(await workspace.workflowIds()).toEqual([]);
    });

    test('refuses each of these ids from a client of the public API', async () => {
      const key = await workspace.createApiKey(await workspace.signIn(), ['workflow:create']);
      const headers = { 'x-n8n-api-key': key };
      for (const id of ODD_IDS) {
        const answer = await workspace.post('/api/v1/workflows', { ...draft('odd'), id }, headers);
        expect([id, answer.status, await answer.text()]).toEqual([id, 400, expect.any(String)]);
      }
      expect(await workspace.workflowIds()).toEqual([]);
    });

    test('creates a workflow without an id, and under an id in n8n’s own form', async () => {
      const cookie = await workspace.signIn();
      const created: string[] = [];
      for (const id of [...PLAIN_IDS, '', undefined]) {
        created.push((await workspace.createWorkflow({ ...draft('plain'), id }, cookie)).id);
      }
      expect(created.slice(0, PLAIN_IDS.length)).toEqual(PLAIN_IDS);
      expect(await workspace.workflowIds()).toEqual(created.sort());
    });

    test('a workflow with an odd id from before runs, and can be exported, edited and deleted', async () => {
      const cookie = await workspace.signIn();
      const { id } = await workspace.createWorkflow(draft('earlier'), cookie);
      withDatabase(workspace, (database) => {
        database.exec('PRAGMA foreign_keys = OFF');
        database.prepare('UPDATE workflow_entity SET id = ? WHERE id = ?').run(EARLIER_ID, id);
        for (const table of ['shared_workflow', 'workflow_history'])
          database.prepare(`UPDATE ${table} SET "workflowId" = ? WHERE "workflowId" = ?`).run(EARLIER_ID, id);
      });
      await workspace.process.restart();

      const path = `/rest/workflows/${encodeURIComponent(EARLIER_ID)}`;
      const call = async (method: string, address: string, body: object) => {
        const answer = await workspace.send(method, address, body, { cookie });
        const text = await answer.text();
        expect([method, address, answer.status, text]).toEqual([method, address, 200, text]);
        return (JSON.parse(text) as { data: { versionId: string } }).data;
      };
      const { versionId } = await call('PATCH', path, { ...draft('earlier'), name: 'Edited' });
      await call('POST', `${path}/activate`, { versionId });
      await untilStatus(workspace, '/webhook/earlier', 200);
      const exported = JSON.parse(await workspace.exportWorkflows()) as Array<{ id: string }>;
      expect(exported).toContainEqual(
        expect.objectContaining({ id: EARLIER_ID, name: 'Edited', active: true }),
      );
      await call('POST', `${path}/deactivate`, {});
      await call('POST', `${path}/archive`, {});
      await call('DELETE', path, {});
      expect(await workspace.workflowIds()).not.toContain(EARLIER_ID);
    });
  });
}
