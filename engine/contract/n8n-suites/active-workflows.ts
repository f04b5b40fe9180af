import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, draft, untilStatus } from '../workflows.ts';

const SCOPES = ['create', 'read', 'update', 'activate', 'deactivate'].map((name) => `workflow:${name}`);

/** The plan's limit of active workflows, for clients of n8n's public API. */
export function activeWorkflowsApiSuite(startEngine: StartEngine): void {
  describeWithProcess(
    'active workflows by n8n’s API',
    startEngine,
    ({ workspace }) => {
      test('an API key publishes no workflow beyond the limit, and new versions of an active one', async () => {
        await activate(workspace, 'imported');
        const cookie = await workspace.signIn();
        const key = await workspace.createApiKey(cookie, SCOPES);
        const call = async (method: string, path: string, body: object) => {
          const headers = { 'x-n8n-api-key': key };
          const answer = await workspace.send(method, `/api/v1/workflows${path}`, body, headers);
          return { status: answer.status, body: (await answer.json()) as { id: string; message?: string } };
        };
        const create = async (path: string) => {
          const fields = draft(path);
          const made = await call('POST', '', fields);
          expect(made).toMatchObject({ status: 200 });
          return { id: made.body.id, ...fields };
        };
        const { id, ...version } = await create('first');
        const second = await create('second');
        expect(await call('POST', `/${id}/activate`, {})).toMatchObject({ status: 200 });
        const refused = await call('POST', `/${second.id}/activate`, {});
        expect(refused).toMatchObject({
          status: 400,
          body: {
            message: expect.stringContaining('Your plan includes 2 active workflows, and 2 are active.'),
          },
        });
        // n8n publishes the changed version of an active workflow.
        const nodes = version.nodes.map((node) =>
          'path' in node.parameters ? { ...node, parameters: { ...node.parameters, path: 'renamed' } } : node,
        );
        const updated = await call('PUT', `/${id}`, { ...version, nodes });
        expect(updated).toMatchObject({ status: 200 });
        await untilStatus(workspace, '/webhook/renamed', 200);
        expect(await call('POST', `/${id}/deactivate`, {})).toMatchObject({ status: 200 });
        expect(await call('POST', `/${second.id}/activate`, {})).toMatchObject({ status: 200 });
        expect(await workspace.usage()).toMatchObject({ activeWorkflows: 2 });
      });
    },
    (portal) => {
      portal.activeWorkflows = 2;
    },
  );
}
