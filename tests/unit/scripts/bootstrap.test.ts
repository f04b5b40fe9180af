import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'weft-bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a proxy of the network is not asked for services of this machine', () => {
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
     const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1', async () => {
       console.info(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
       process.exit();
     });`,
  );
  const bootstrap = pathToFileURL('scripts/bootstrap.mjs').href;
  const run = `import { runWithPinnedNode } from '${bootstrap}'; runWithPinnedNode('${relative('.', script)}', []);`;
  // Nothing listens on port 9.
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    encoding: 'utf8',
    env,
  });
  expect(stdout.trim()).toBe('reached');
});
