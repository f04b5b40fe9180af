import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { workerSources } from '#scripts/local/build.ts';
import { watchSources } from '#scripts/local/watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Saves a file like vim, and like git: by a rename of another file. */
function replace(file: string): void {
  writeFileSync(`${file}~`, 'new');
  renameSync(`${file}~`, file);
}

test('the watch notices each save that replaces a file, in existing and new folders', async () => {
  const [source, config] = [join(folder, 'app'), join(folder, 'config.ts')];
  mkdirSync(join(source, 'routes'), { recursive: true });
  for (const file of [config, join(source, 'routes', 'route.ts')]) writeFileSync(file, 'old');
  let changes = 0;
  const sources = watchSources([source, config], () => {
    changes += 1;
  });
  const noticed = async (change: () => void) => {
    const before = changes;
    change();
    await expect.poll(() => changes).toBeGreaterThan(before);
    // The events of this change, of which there are several, have arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  for (let saves = 0; saves < 3; saves += 1) {
    await noticed(() => replace(join(source, 'routes', 'route.ts')));
    await noticed(() => replace(config));
  }
  await noticed(() => mkdirSync(join(source, 'lib')));
  sources.renew();
  await noticed(() => replace(join(source, 'lib', 'new.ts')));
  sources.close();
  const before = changes;
  replace(config);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(changes).toBe(before);
});

test('a change to any module of the build, or to the import map, builds again', () => {
  const configurations = readdirSync('.').filter((name) => name.startsWith('vite.'));
  expect(configurations).toContain('vite.chunks.ts');
  expect(workerSources).toEqual(expect.arrayContaining([...configurations, 'package.json']));
});
