import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, untilStatus, workflow } from '../workflows.ts';
import { cookieOf, signInToken, type Workspace } from '../workspace.ts';

/** Simulates a full disk: a file size limit makes every write that extends a file fail (prlimit(1)). */
function limitFiles({ process }: Workspace, size: '0' | 'unlimited'): void {
  // Only the soft limit, so the test can raise it again.
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:unlimited`]);
}

/** On a full disk a workspace refuses what it cannot store, and recovers once there is space. */
export function fullDiskSuite(startEngine: StartEngine): void {
  describeWithProcess('a full disk', startEngine, ({ workspace }) => {
    test('refuses sign-ins, counts and imports nothing partially, and recovers once there is space', async () => {
      await activate(workspace, 'before');
      const cookie = await workspace.signIn();
      expect((await workspace.get('/webhook/before')).status).toBe(200);
      const archive = await workspace.exportWorkflows();

      limitFiles(workspace, '0');
      const link = signInToken({ email: 'bea@example.com', role: 'member' });
      const refused = await workspace.open(link);
      expect([refused.status, cookieOf(refused)]).toEqual([500, undefined]);
      expect((await workspace.postSigned('import', JSON.stringify([workflow('new')]))).status).toBe(500);
      expect((await workspace.get('/webhook/before')).status).toBe(500);
      expect(await workspace.exportWorkflows()).toBe(archive);
      expect(await workspace.usage()).toMatchObject({ executions: 1 });
      expect((await workspace.get('/healthz')).status).toBe(200);

      limitFiles(workspace, 'unlimited');
      await untilStatus(workspace, '/webhook/before', 200);
      // The failed sign-in did not use up the link.
      expect((await workspace.open(link)).status).toBe(302);
      await workspace.import([workflow('new')]);
      await workspace.process.restart();
      expect(await workspace.isSignedIn(cookie)).toBe(true);
      expect(await workspace.usage()).toMatchObject({ executions: 2 });
      expect(await workspace.workflowIds()).toEqual(['before', 'new']);
    });
  });
}
