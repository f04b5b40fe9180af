import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { PLURAL_ENDINGS } from '#app/i18n/translate.ts';
import { flatten } from '#app/i18n/words.ts';
import routes from '../../app/routes.ts';
import { type BuiltPage, readBuiltPages } from '../support/built-pages.ts';
import { UsedWordsReader } from '../support/used-words.ts';

const routeFiles = new Map((routes as RouteConfigEntry[]).map(({ id = '', file }) => [id, file]));
const keys = flatten(en).map(([key]) => key);
const withoutPlural = new RegExp(`(?:${PLURAL_ENDINGS.join('|')})$`);
const built = readBuiltPages();
const reader = new UsedWordsReader();
const scripts = new Map<string, string>();

/** Code that takes any key: a component whose callers' `i18nKey` is read instead. */
const TAKE_ANY_KEY = ['app/components/ui/time.tsx: i18nKey'];

function textOf(file: string): string {
  const known = scripts.get(file) ?? readFileSync(file, 'utf8');
  scripts.set(file, known);
  return known;
}

/** @returns the scripts of a page and of its dynamic imports, such as the account menu. */
function scriptsOf(page: BuiltPage): Set<string> {
  const found = new Set(built.scriptsOf(page));
  for (const file of found)
    for (const [, name] of textOf(file).matchAll(/(?:import|from)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      found.add(`build/client/assets/${name}`);
  return found;
}

const quotedNames = new Map<string, Set<string>>();

/** @returns the quoted property names of a script, read once for all pages: those of translations are keys. */
function namesIn(file: string): Set<string> {
  const known =
    quotedNames.get(file) ?? new Set([...textOf(file).matchAll(/"([^"]+)":/g)].map(([, name = '']) => name));
  quotedNames.set(file, known);
  return known;
}

/** @returns the keys whose sentences a visit to the page loads. */
function listShipped(page: BuiltPage): Set<string> {
  const names = [...scriptsOf(page)].map(namesIn);
  return new Set(keys.filter((key) => names.some((inScript) => inScript.has(key))));
}

/** @returns every existing key that a name can refer to: the key itself, or its plural forms. */
function formsOf(used: { keys: Set<string>; patterns: Set<string> }): string[] {
  const matchers = [...used.patterns].map((pattern) => new RegExp(pattern));
  return keys.filter((key) =>
    [key, key.replace(withoutPlural, '')].some(
      (name) => used.keys.has(name) || matchers.some((matcher) => matcher.test(name)),
    ),
  );
}

/** @returns the module of a page; null for a route without one, which sends nothing to a browser. */
function sourceOf(page: BuiltPage): string | null {
  if (page.id === 'root') return 'app/root.tsx';
  const source = routeFiles.get(page.id) ?? '';
  if (!source) throw new Error(`app/routes.ts has no ${page.id}.`);
  return source.endsWith('.tsx') ? `app/${source}` : null;
}

test('every page ships the words that it uses', () => {
  const missing = Object.values(built.pages).flatMap((page) => {
    const source = sourceOf(page);
    if (source === null) return [];
    const shipped = listShipped(page);
    return formsOf(reader.of(source)).flatMap((key) => (shipped.has(key) ? [] : [`${page.id}: ${key}`]));
  });
  expect(missing).toEqual([]);
  expect([...reader.undecided].toSorted()).toEqual(TAKE_ANY_KEY);
});
