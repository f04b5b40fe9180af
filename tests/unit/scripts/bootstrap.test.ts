import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'weft-bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('services of this machine are reached without the network’s proxy', () => {
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

/** @returns a fresh clone, in which `npm` is this shell script; its working directory is the clone. */
function cloneWith(npm: string) {
  const clone = mkdtempSync(join(folder, 'clone-'));
  const path = (...parts: string[]) => join(clone, ...parts);
  mkdirSync(path('scripts'));
  for (const script of ['bootstrap.mjs', 'lock.mjs'])
    cpSync(join('scripts', script), path('scripts', script));
  writeFileSync(path('scripts', 'command.mjs'), 'console.info("ran");');
  writeFileSync(path('package-lock.json'), '{}');
  mkdirSync(path('bin'));
  writeFileSync(path('bin', 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const bootstrap = pathToFileURL(path('scripts', 'bootstrap.mjs')).href;
  const code = `import { runWithPinnedNode } from '${bootstrap}'; runWithPinnedNode('scripts/command.mjs', []);`;
  const env = {
    ...process.env,
    PATH: `${path('bin')}${delimiter}${process.env.PATH}`,
    NODE_ENV: 'production',
  };
  return {
    path,
    run: () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env }),
  };
}

test('of two first commands in two terminals one installs, and both run', async () => {
  const { run, path } = cloneWith('echo begin >>log; sleep 0.5; mkdir -p node_modules; echo end >>log');
  const outputs = await Promise.all([run(), run()]);
  for (const { stdout } of outputs) expect(stdout).toMatch(/ran\n$/);
  expect(readFileSync(path('log'), 'utf8')).toBe('begin\nend\n');
});

test('installs what builds and runs the product, whatever NODE_ENV and npm’s configuration leave out', async () => {
  const { run, path } = cloneWith('echo "$@" >log; mkdir -p node_modules');
  await run();
  expect(readFileSync(path('log'), 'utf8')).toContain('--include=dev --include=optional');
});

test('a Node that cannot be started names the platforms on which it can', async () => {
  const { run } = cloneWith(
    'mkdir -p node_modules/.bin; echo "#!/no/such/loader" >node_modules/.bin/node; chmod +x node_modules/.bin/node',
  );
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The pinned Node does not run .* Weft Cloud runs on Linux with glibc and on macOS/,
    ),
  });
});
