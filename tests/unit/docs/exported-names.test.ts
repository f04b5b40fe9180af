import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that export the names of other files, with the reason. */
const EXCEPTIONS: ReadonlyArray<[files: RegExp, reason: string]> = [
  [/^app\/api\/[^/]+\.ts$/, 'a call of the API has the name of its use case'],
  [/^app\/i18n\/en\//, 'a section of sentences has the name of its subject, and only the index imports it'],
  [/^app\/remix\//, 'vite.unused.ts replaces exports of Remix by these, by name'],
  [/\.browser\.ts$/, 'vite.words.ts replaces the file of the Worker by it'],
  [/^engine\/hook\//, 'the hook runs alone in n8n, and nothing of the product imports it'],
];

/** Terms of n8n and Paddle for the product and for the sandbox, which plays them and which the product cannot import. */
const SHARED_TERMS = [
  'CatalogueNode',
  'IconData',
  'PaymentMethod',
  'Release',
  'Subscription',
  'Usage',
  'cancelSubscription',
  'compareVersions',
  'countries',
  'parseVersion',
];

/** Exports of a page's module that Remix reads. */
const ROUTE_FILE = /^app\/(?:root|routes\/[^/]+\/route)\.tsx?$/;
const ROUTE_EXPORTS = ['loader', 'action', 'clientAction', 'meta', 'links', 'handle', 'shouldRevalidate'];

const sources = globSync('{app,db,durable-objects,workers,engine,sandbox}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(?:test|d)\.ts$/.test(file))
  .map((file): [string, string] => [file, readFileSync(`${root}${file}`, 'utf8')]);

/** @returns the exported functions, constants, classes and types; no re-exports, and no default export. */
function exportedNames(file: string, source: string): string[] {
  const declaration =
    /^export (?:abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
  const names = [...source.matchAll(declaration)].map(([, name = '']) => name);
  return ROUTE_FILE.test(file) ? names.filter((name) => !ROUTE_EXPORTS.includes(name)) : names;
}

/** @returns the names that several files export, with these files. */
function sharedNames(files: ReadonlyArray<[file: string, source: string]>): string[] {
  const exporting = new Map<string, Set<string>>();
  for (const [file, source] of files) {
    for (const name of exportedNames(file, source)) {
      exporting.set(name, (exporting.get(name) ?? new Set()).add(file));
    }
  }
  return [...exporting]
    .filter(([, { size }]) => size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].sort().join(', ')}`);
}

test('a name that two files export is reported with both files', () => {
  const schema = 'export const plan = 1;\nexport type plan = typeof plan;';
  const route = 'export const loader = 1;\nexport default function Page() {}';
  expect(sharedNames([['a.ts', schema]])).toEqual([]);
  expect(
    sharedNames([
      ['app/routes/a/route.tsx', route],
      ['app/routes/b/route.tsx', route],
      ['c.ts', schema],
      ['d.ts', 'export async function plan() {}'],
      ['e.ts', "export { plan } from './d.ts';\nfunction plan() {}"],
    ]),
  ).toEqual(['plan: c.ts, d.ts']);
});

/** @param exceptions files that are left out. */
function sharedOf(folders: RegExp, exceptions: readonly RegExp[]): string[] {
  return sharedNames(
    sources.filter(([file]) => folders.test(file) && !exceptions.some((exception) => exception.test(file))),
  );
}

const allFolders = /^/;
const exceptions = EXCEPTIONS.map(([files]) => files);

test.each<[string, RegExp, readonly RegExp[]]>([
  ['the product and its engine', /^(?!sandbox\/)/, exceptions],
  ['the sandbox', /^sandbox\//, exceptions],
  ['the hook', /^engine\/hook\//, []],
])('in %s, one file exports each name', (_program, folders, except) => {
  expect(sharedOf(folders, except)).toEqual([]);
});

test('the product and the sandbox share only terms of n8n and Paddle', () => {
  const names = sharedOf(allFolders, exceptions).map((line) => line.split(':')[0]);
  expect(names.sort()).toEqual(SHARED_TERMS);
});

test.each(EXCEPTIONS)('the exception %s is needed: %s', (files) => {
  const others = exceptions.filter((one) => one !== files);
  expect(sharedOf(allFolders, others).length).toBeGreaterThan(SHARED_TERMS.length);
});
