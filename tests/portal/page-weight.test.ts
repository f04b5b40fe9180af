import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface BuiltRoute {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}
interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, BuiltRoute>;
}

/** kB of 1,000 bytes, gzip. Lower a budget when a page shrinks; raise one only with its reason in docs/decisions/speed.md. */
const BUDGET_KB: Record<string, number> = { 'routes/login': 109, 'routes/help': 122 };
const LARGEST_KB = 120;
const WORKER_KB = 485;

const [manifestFile = ''] = globSync('build/client/assets/manifest-*.js');
const source = readFileSync(manifestFile, 'utf8');
const manifest = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)) as Manifest;
const sizes = new Map<string, number>();

function gzipBytes(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).length;
  sizes.set(file, known);
  return known;
}

/** @returns the scripts that a visit to a route loads: its own, those of the routes around it, and what they share. */
function scriptsOf(route: BuiltRoute): Set<string> {
  const scripts = new Set([manifest.entry.module, ...manifest.entry.imports]);
  for (
    let at: BuiltRoute | undefined = route;
    at;
    at = at.parentId === undefined ? undefined : manifest.routes[at.parentId]
  )
    for (const script of [at.module, ...(at.imports ?? [])]) scripts.add(script);
  return scripts;
}

test.each(Object.values(manifest.routes))('$id loads no more script than its budget', (route) => {
  const scripts = [...scriptsOf(route)].map((path) => `build/client${path}`);
  const bytes = [...scripts, manifestFile].reduce((sum, file) => sum + gzipBytes(file), 0);
  expect(bytes / 1_000).toBeLessThanOrEqual(BUDGET_KB[route.id] ?? LARGEST_KB);
});

test('the Worker is no larger than its budget', () => {
  const bytes = globSync('build/server/*.js').reduce((sum, file) => sum + gzipBytes(file), 0);
  expect(bytes / 1_000).toBeLessThanOrEqual(WORKER_KB);
});

test('the command palette stays out of every page, and under 4 kB', () => {
  const [palette = ''] = globSync('build/client/assets/palette-*.js');
  expect(gzipBytes(palette) / 1_000).toBeLessThan(4);
  for (const route of Object.values(manifest.routes)) {
    expect([...scriptsOf(route)], route.id).not.toContain(palette.replace('build/client', ''));
  }
});

/** `/help` has the questions and their answers, which are what the page is for. */
test('words travel with what says them: no page brings the mails’ or another page’s', () => {
  const scriptsWith = (text: string) =>
    globSync('build/client/assets/*.js').filter((file) => readFileSync(file, 'utf8').includes(text));
  expect(scriptsWith('accountPage.changeEmail.lead')).not.toEqual([]);
  for (const script of scriptsOf(manifest.routes['routes/login'] as BuiltRoute)) {
    expect(scriptsWith('accountPage.changeEmail.lead')).not.toContain(`build/client${script}`);
  }
  expect(scriptsWith('was just changed, and all other sessions were signed out')).toEqual([]);
});
