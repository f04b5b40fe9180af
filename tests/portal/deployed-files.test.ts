import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { BUNDLE_FOLDER } from '#scripts/local/built-worker.ts';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');

/** The folders that wrangler.toml deploys after a build, and the sources that the build copies. */
const deployed = ['public', 'build/client', BUNDLE_FOLDER];
const metadata = /^(\.git.*|\.svn|\.hg.*|\.bzr.*|\.jj|CVS|_darcs|_FOSSIL_|\.fslckout)$/i;

test('deployed files contain no source control metadata', () => {
  for (const folder of deployed) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
      path.split(/[\\/]/),
    );
    expect(names.length, folder).toBeGreaterThan(0);
    expect(
      names.filter((name) => metadata.test(name)),
      folder,
    ).toEqual([]);
  }
});

test('the portal answers no address of source control', async () => {
  const stranger = new PortalClient(portal);
  const paths = [
    '/.git',
    '/.git/',
    '/.git/HEAD',
    '/.git/config',
    '/.git/index',
    '/.git/logs/HEAD',
    '/.gitignore',
    '/.svn/entries',
    '/.svn/wc.db',
    '/.hg/store',
    '/.bzr/README',
    '/CVS/Entries',
    '/assets/.git/HEAD',
  ];
  for (const path of paths) {
    const answer = await stranger.get(path);
    await answer.body?.cancel();
    expect(answer.status, path).toBe(404);
  }
});

/** The Worker's modules in a folder, by name. */
function modulesIn(folder: string): Record<string, string> {
  const names = globSync('**/*.js', { cwd: folder }).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('wrangler uploads the very modules that these tests run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-upload-'));
  try {
    const args = ['deploy', '--dry-run', '--env', 'production', '--outdir', folder];
    // Not `spawnSync`: it blocks the event loop, so the next test could reuse a connection that closed meanwhile.
    await promisify(execFile)('wrangler', args);
    expect(modulesIn(folder)).toEqual(modulesIn(BUNDLE_FOLDER));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('build-only files are not served', async () => {
  const answer = await new PortalClient(portal).get('/.vite/manifest.json');
  await answer.body?.cancel();
  expect(readdirSync('build/client/.vite')).toContain('manifest.json');
  expect(answer.status).toBe(404);
});

test('the Worker contains none of the ASN.1 classes that the passkey library imports', () => {
  const library = 'node_modules/@simplewebauthn/server/esm';
  const sources = globSync('**/*.js', { cwd: library }).map((path) =>
    readFileSync(join(library, path), 'utf8'),
  );
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]+)\} from '@peculiar\/[^']+'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  expect(imported).toContain('X509Certificate');
  const code = Object.values(modulesIn(BUNDLE_FOLDER)).join('\n');
  // `workers/webauthn-asn1.ts` has its own class of this name.
  const bundled = imported.filter((name) => name !== 'ECDSASigValue' && code.includes(`class ${name} `));
  expect(bundled).toEqual([]);
});
