import { readdirSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');

/** What wrangler.toml deploys, once built, and what the build copies from. */
const deployed = ['public', 'build/client', 'build/worker'];
const metadata = /^(\.git.*|\.svn|\.hg.*|\.bzr.*|\.jj|CVS|_darcs|_FOSSIL_|\.fslckout)$/i;

test('what is deployed holds no metadata of source control', () => {
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
    ...['/.git', '/.git/', '/.git/HEAD', '/.git/config', '/.git/index', '/.git/logs/HEAD', '/.gitignore'],
    ...['/.svn/entries', '/.svn/wc.db', '/.hg/store', '/.bzr/README', '/CVS/Entries', '/assets/.git/HEAD'],
  ];
  for (const path of paths) {
    const answer = await stranger.get(path);
    await answer.body?.cancel();
    expect(answer.status, path).toBe(404);
  }
});
