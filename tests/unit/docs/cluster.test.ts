import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SUITES = join(import.meta.dirname, '../../../engine/contract/suites');
const page = readFileSync(join(import.meta.dirname, '../../../docs/cluster.md'), 'utf8');
const rows = [...page.matchAll(/\| `((?:\.\.\/n8n-suites\/)?[\w-]+\.ts)` +\| "([^"]+)" +\|/g)];

test('every test of the contract that docs/cluster.md names exists', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const [, file = '', title = ''] of rows)
    expect(readFileSync(join(SUITES, file), 'utf8'), `${file}: ${title}`).toContain(title);
});

test('docs/cluster.md names every part of the contract', () => {
  const cited = new Set(rows.map(([, file]) => file));
  const suites = readdirSync(SUITES);
  const ofN8n = readdirSync(join(SUITES, '../n8n-suites')).map((file) => `../n8n-suites/${file}`);
  expect([...cited].sort()).toEqual([...suites, ...ofN8n].sort());
});
