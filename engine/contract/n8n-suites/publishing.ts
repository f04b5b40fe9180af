import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { draft, type SampleWorkflow, untilStatus } from '../workflows.ts';
import type { CreatedWorkflow } from '../workspace.ts';

/** Workflows that are created, published and edited as n8n's editor does it. */
export function publishingSuite(startEngine: StartEngine): void {
  describeWithProcess('published versions', startEngine, ({ workspace }) => {
    test('the export contains the published version and the draft, and another workspace runs it', async () => {
      const cookie = await workspace.signIn();
      const dataOf = async <Data>(answer: Promise<Response>): Promise<Data> => {
        const { status, body } = await answer.then(async (got) => ({
          status: got.status,
          body: await got.text(),
        }));
        expect([status, body]).toEqual([200, expect.any(String)]);
        return (JSON.parse(body) as { data: Data }).data;
      };
      const fields = draft('made-here');
      const made = await workspace.createWorkflow(fields, cookie);
      const { versionId } = made;
      await dataOf(workspace.post(`/rest/workflows/${made.id}/activate`, { versionId }, { cookie }));
      await untilStatus(workspace, '/webhook/made-here', 200);
      const edited = { ...fields, nodes: fields.nodes.slice(1), versionId };
      await dataOf(workspace.send('PATCH', `/rest/workflows/${made.id}`, edited, { cookie }));
      expect((await workspace.get('/webhook/made-here')).status).toBe(200);

      const archive = await workspace.exportWorkflows();
      const [exported] = JSON.parse(archive) as SampleWorkflow[];
      expect(exported?.nodes).toHaveLength(1);
      expect(exported?.published).toMatchObject({ versionId, nodes: made.nodes });
      expect(exported?.active).toBe(true);

      const all = await dataOf<CreatedWorkflow[]>(workspace.get('/rest/workflows', { headers: { cookie } }));
      expect(all.map(({ id }) => id)).toEqual([made.id]);
      await dataOf(workspace.post(`/rest/workflows/${made.id}/deactivate`, {}, { cookie }));
      await untilStatus(workspace, '/webhook/made-here', 404);
      await workspace.import(JSON.parse(archive));
      await untilStatus(workspace, '/webhook/made-here', 200);
      expect(await workspace.exportWorkflows()).toBe(archive);
    });
  });
}
