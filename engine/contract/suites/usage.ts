import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, workflow } from '../workflows.ts';
import { signFor } from '../workspace.ts';

/** Usage of a workspace: production executions of the month and active workflows. */
export function usageSuite(startEngine: StartEngine): void {
  describeWithProcess('usage', startEngine, ({ workspace }) => {
    test('a new workspace has no usage', async () => {
      const timeframe = new Date().toISOString().slice(0, 7);
      expect(await workspace.usage()).toEqual({ timeframe, executions: 0, activeWorkflows: 0 });
    });

    test('counts production executions immediately, for the portal and for the editor, and keeps them', async () => {
      const cookie = await workspace.signIn();
      await workspace.import([workflow('idle', { active: false })]);
      await activate(workspace, 'counted');
      for (let run = 0; run < 3; run += 1) expect((await workspace.get('/webhook/counted')).status).toBe(200);
      const usage = await eventually('three executions are counted', async () => {
        const now = await workspace.usage();
        return now.executions >= 3 && now;
      });
      expect(usage).toMatchObject({ executions: 3, activeWorkflows: 1 });
      const limits = await workspace.get('/cloud/limits', { headers: { cookie } });
      expect(await limits.json()).toEqual(usage);
      await workspace.process.restart();
      expect(await workspace.usage()).toEqual(usage);
    });

    test('a manual run is not counted', async () => {
      const cookie = await workspace.signIn();
      await workspace.import([workflow('manual', { active: false })]);
      const before = await workspace.usage();
      const ran = await workspace.runManually('manual', cookie);
      expect([ran.status, await ran.json()]).toMatchObject([
        200,
        { data: { executionId: expect.anything() } },
      ]);
      // The next production execution raises the counter by one, so the manual run did not count.
      await activate(workspace, 'after');
      expect((await workspace.get('/webhook/after')).status).toBe(200);
      const after = await eventually('another execution is counted', async () => {
        const now = await workspace.usage();
        return now.executions > before.executions && now;
      });
      expect(after.executions).toBe(before.executions + 1);
    });

    test('only the key’s holder reads the usage', async () => {
      const ask = async (headers: Record<string, string>) =>
        (await workspace.get('/weft/usage', { headers })).status;
      for (const headers of [{}, signFor('export'), signFor('usage', 'x'.repeat(64))])
        expect(await ask(headers)).toBe(401);
      expect(await ask({ cookie: await workspace.signIn() })).toBe(401);
    });

    test('only signed-in people read the limits', async () => {
      for (const cookie of ['', 'n8n-auth=guess'])
        expect((await workspace.get('/cloud/limits', { headers: { cookie } })).status).toBe(401);
    });
  });
}
