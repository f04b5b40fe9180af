import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOMS = join(import.meta.dirname, '../../../engine/contract/rooms');
const page = readFileSync(join(import.meta.dirname, '../../../docs/cluster.md'), 'utf8');
const rows = [...page.matchAll(/\| `((?:\.\.\/n8n-rooms\/)?[\w-]+\.ts)` +\| "([^"]+)" +\|/g)];

test('every test of the contract that docs/cluster.md names exists', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const [, file = '', title = ''] of rows)
    expect(readFileSync(join(ROOMS, file), 'utf8'), `${file}: ${title}`).toContain(title);
});

test('docs/cluster.md names every part of the contract', () => {
  const cited = new Set(rows.map(([, file]) => file));
  const rooms = readdirSync(ROOMS);
  const ofN8n = readdirSync(join(ROOMS, '../n8n-rooms')).map((file) => `../n8n-rooms/${file}`);
  expect([...cited].sort()).toEqual([...rooms, ...ofN8n].sort());
});
