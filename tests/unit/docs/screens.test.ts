import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { screens } from '../../screens/screens.ts';

/** Screens that a gallery cannot draw: they need a backup to restore, a checkout, or a due second factor. */
const elsewhere = [
  'login/second-factor',
  'manage/webhooks/:heldId',
  'manage/export/restore',
  'account/checkout',
  'manage/instance',
];

test('the gallery has every screen', () => {
  const paths = routes.flatMap(({ path, file }) => (file.endsWith('.tsx') ? [path ?? ''] : []));
  const shown = new Set(screens.map(({ path }) => path.slice(1).replace(/\?.*/, '')));
  expect(paths.filter((path) => !shown.has(path) && !elsewhere.includes(path))).toEqual([]);
});

test('no two pictures have the same name', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});

test('the README shows its six pictures, each small', () => {
  const readme = readFileSync('README.md', 'utf8');
  const pictures = screens.flatMap(({ readme: name }) => name ?? []);
  expect(pictures).toHaveLength(6);
  for (const name of pictures) {
    expect(readme).toContain(`docs/images/${name}.png`);
    expect(statSync(`docs/images/${name}.png`).size, name).toBeLessThan(150_000);
  }
});
