import { readdirSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Side {
  path?: string;
  pathNot?: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { forbidden }: { forbidden: Array<{ name: string; from: Side; to: Side }> } = createRequire(
  import.meta.url,
)(join(root, '.dependency-cruiser.cjs'));

const folders = ['app', 'workers', 'durable-objects', 'db', 'sandbox', 'engine', 'scripts', 'tests'];

/** Everything that a rule can name: the repository's files, the installed packages and Node's own modules. */
const names = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
  ...readdirSync(join(root, 'node_modules')).map((name) => `node_modules/${name}/`),
  ...builtinModules.flatMap((name) => [name, `node:${name}`]),
];

/** @returns the patterns of which a pattern is the alternatives: `^(a|b)/` is `^a/` and `^b/`. */
function alternativesOf(pattern: string): string[] {
  const group = /(?<!\\)\(([^()]*)\)(\??)/.exec(pattern);
  if (!group) return pattern.split('|');
  const [whole, inner = '', optional] = group;
  const parts = [...inner.split('|'), ...(optional ? [''] : [])];
  // A group of one alternative only captures.
  return parts.flatMap((part) => alternativesOf(pattern.replace(whole, () => part)));
}

const paths = forbidden.flatMap(({ name, from, to }) =>
  [from.path, from.pathNot, to.path, to.pathNot].flatMap((pattern) =>
    [...new Set(alternativesOf(pattern ?? ''))].map((path) => ({ rule: name, path })),
  ),
);

/** @returns whether a name matches a pattern; `$1` is any segment, since `from` captures one. */
function exists(path: string): boolean {
  const pattern = new RegExp(path.replaceAll('$1', '[^/]+'));
  return names.some((name) => pattern.test(name));
}

test('an import rule names only paths that exist', () => {
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(({ path }) => !exists(path))).toEqual([]);
});

test('a path with a captured segment exists only if its other segments do', () => {
  expect(exists('^app/routes/$1/route\\.tsx$')).toBe(true);
  expect(exists('^app/screens/$1/')).toBe(false);
});

test('each alternative of a path is checked', () => {
  const found = new Set(alternativesOf('^a/(b|c(d|e))\\.ts$|^(node:)?f'));
  expect([...found].sort()).toEqual(['^a/b\\.ts$', '^a/cd\\.ts$', '^a/ce\\.ts$', '^f', '^node:f']);
});
