import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate } from '../workflows.ts';
import { signInToken, type Workspace } from '../workspace.ts';

/** Restarts a workspace for another purpose, with a workflow in it. @returns a cookie from before the restart. */
async function restartFor(
  workspace: Workspace,
  purpose: string,
): Promise<{ cookie: string; archive: string }> {
  const cookie = await workspace.signIn();
  await activate(workspace, 'kept');
  expect((await workspace.get('/webhook/kept')).status).toBe(200);
  const archive = await workspace.exportWorkflows();
  await workspace.process.restart({ WEFT_PURPOSE: purpose });
  return { cookie, archive };
}

/** A workspace also runs for its final backup, and on a copy to try an update. */
export function purposesSuite(startEngine: StartEngine): void {
  for (const purpose of ['backup', 'rehearsal']) {
    describeWithProcess(purpose, startEngine, ({ workspace }) => {
      test('answers only the probes, the usage and the export', async () => {
        const { cookie, archive } = await restartFor(workspace, purpose);
        expect((await workspace.get('/healthz')).status).toBe(200);
        expect(await workspace.usage()).toMatchObject({ executions: 1 });
        expect(await workspace.exportWorkflows()).toBe(archive);
        const link = signInToken();
        expect((await workspace.open(link)).status).toBe(503);
        expect(await workspace.signOut('ada@example.com')).toBe(503);
        for (const path of ['/webhook/kept', '/webhook-test/kept', '/form/kept'])
          expect([path, (await workspace.get(path)).status]).toEqual([path, 503]);
        for (const path of ['/cloud/limits', '/rest/login', '/rest/workflows'])
          expect([path, (await workspace.get(path, { headers: { cookie } })).status]).toEqual([path, 503]);
        const pressed = await workspace.post('/weft/admin-panel', {}, { cookie });
        expect(pressed.status).toBe(503);
        expect(await workspace.usage()).toMatchObject({ executions: 1 });
        expect(await workspace.exportWorkflows()).toBe(archive);

        await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
        expect((await workspace.open(link)).status).toBe(302);
        expect(await workspace.isSignedIn(cookie)).toBe(true);
      });
    });
  }
}
