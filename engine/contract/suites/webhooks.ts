import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, activatePost, untilRegistered, workflow } from '../workflows.ts';

/** Webhooks of users' workflows, open to the public. */
export function webhooksSuite(startEngine: StartEngine): void {
  describeWithProcess('webhooks', startEngine, ({ workspace }) => {
    test('an active workflow’s webhook runs it and returns its result', async () => {
      await activate(workspace, 'hello');
      const answer = await workspace.get('/webhook/hello?name=Zo%C3%AB');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ query: { name: 'Zoë' } });
      await workspace.process.restart();
      expect((await workspace.get('/webhook/hello')).status).toBe(200);
    });

    test('an unknown or inactive webhook returns 404', async () => {
      await workspace.import([workflow('asleep', { active: false })]);
      for (const path of ['none', 'asleep', 'a/longer/path']) {
        const answer = await workspace.get(`/webhook/${path}`);
        expect([answer.status, await answer.json()]).toMatchObject([
          404,
          { code: 404, message: `The requested webhook "GET ${path}" is not registered.` },
        ]);
      }
      for (const path of ['/webhook-test/none', '/webhook-waiting/999999', '/form/none'])
        expect([path, (await workspace.get(path)).status]).toEqual([path, 404]);
    });

    test('a request with another method than a webhook’s gets a 404 that names them, and runs nothing', async () => {
      await activatePost(workspace, 'posted');
      await activate(workspace, 'both');
      await activatePost(workspace, 'both-posted', 'both');
      const { executions } = await workspace.usage();
      for (const [method, path, named] of [
        ['GET', 'posted', 'POST'],
        ['DELETE', 'posted', 'POST'],
        ['PUT', 'both', 'GET or POST'],
      ] as const) {
        const answer = await workspace.get(`/webhook/${path}`, { method });
        expect([answer.status, await answer.json()]).toMatchObject([
          404,
          {
            code: 404,
            message: `This webhook is not registered for ${method} requests. Did you mean to make a ${named} request?`,
          },
        ]);
      }
      // n8n answers no HEAD for a webhook that takes GET.
      expect((await workspace.get('/webhook/both', { method: 'HEAD' })).status).toBe(404);
      expect((await workspace.usage()).executions).toBe(executions);
    });

    test('runs a bot’s webhook as usual; n8n’s 204 for bots applies to no webhook address', async () => {
      await activate(workspace, 'for-bots');
      const headers = { 'user-agent': 'Examplebot/1.0' };
      expect((await workspace.get('/webhook/for-bots', { headers })).status).toBe(200);
      expect((await workspace.get('/webhook/for-none', { headers })).status).toBe(404);
      expect((await workspace.get('/webhook-waiting/1/a/longer/path', { headers })).status).toBe(204);
    });

    test('runs the published version, whatever the draft', async () => {
      await activate(workspace, 'published');
      // A new path, because the old one would already be registered and could not show when this version is.
      const published = workflow('published', { path: 'published-again' });
      const draft = { ...published, versionId: 'a-later-draft', nodes: [], connections: {} };
      await workspace.import([draft]);
      await untilRegistered(workspace, 'published-again');
      expect((await workspace.get('/webhook/published-again')).status).toBe(200);
    });
  });
}
