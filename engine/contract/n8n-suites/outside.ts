import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate } from '../workflows.ts';

const RECORDER = join(import.meta.dirname, '..', 'record-lookups.cjs');
/** Requests that n8n's editor sends when it opens, including those that would make n8n contact its vendor. */
const EDITOR_ASKS = [
  '/',
  '/rest/settings',
  '/rest/login',
  '/rest/admin/cloud-plan',
  '/cloud/limits',
  '/rest/cloud/proxy/user/me',
  '/rest/license',
  '/rest/module-settings',
  '/rest/workflows',
  '/types/nodes.json',
];
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** A workspace calls only hosts that a workflow names. */
export function outsideSuite(startEngine: StartEngine): void {
  describeWithProcess('calls to the outside', startEngine, ({ workspace }) => {
    test('a start, a sign-in, an open editor and an execution only look up this machine', async () => {
      const file = join(workspace.process.dataFolder, 'lookups.txt');
      writeFileSync(file, '');
      const options = workspace.process.env.NODE_OPTIONS ?? '';
      await workspace.process.restart({
        NODE_OPTIONS: `${options} --require=${RECORDER}`.trim(),
        WEFT_LOOKUPS_FILE: file,
      });
      const cookie = await workspace.signIn();
      for (const path of EDITOR_ASKS) {
        const answer = await workspace.get(path, { headers: { cookie } });
        await answer.arrayBuffer();
        expect([path, answer.status]).toEqual([path, 200]);
      }
      await activate(workspace, 'calm');
      expect((await workspace.get('/webhook/calm')).status).toBe(200);

      const lookedUpHosts = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
      // The portal's lookup proves that the recorder works.
      expect([...lookedUpHosts].filter((host) => LOOPBACK.includes(host))).not.toEqual([]);
      expect([...lookedUpHosts].filter((host) => !LOOPBACK.includes(host))).toEqual([]);
    });
  });
}
