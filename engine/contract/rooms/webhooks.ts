import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { inRoom } from '../room.ts';
import { activate, untilRegistered, workflow } from '../workflows.ts';

/** Webhooks of users' workflows, open to the public. */
export function webhooksRoom(startEngine: StartEngine): void {
  inRoom('webhooks', startEngine, (room) => {
    test('an active workflow’s webhook runs it and returns its result', async () => {
      const { workspace } = room;
      await activate(workspace, 'hello');
      const answer = await workspace.get('/webhook/hello?name=Zo%C3%AB');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ query: { name: 'Zoë' } });
      await workspace.process.restart();
      expect((await workspace.get('/webhook/hello')).status).toBe(200);
    });

    test('an unknown or inactive webhook returns 404', async () => {
      const { workspace } = room;
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

    test('runs the published version, whatever the draft', async () => {
      const { workspace } = room;
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
