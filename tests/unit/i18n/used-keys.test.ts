import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';

const files = globSync('{app,workers,durable-objects}/**/*.{ts,tsx}').filter(
  (path) => !path.startsWith('app/i18n/en/'),
);
const sources = files.map((path) => readFileSync(path, 'utf8'));

/** Every sentence's key, with dots; the paragraphs of a text share one key. */
function keysOf(part: object, path: string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keysOf(value, [...path, name])
      : [[...path, name].join('.')],
  );
}

/** String literals, and every word of the code. */
const literals = new Set<string>();
const words = new Set<string>();
/** Keys from templates, such as `errors.${code}`. */
const patterns = new Set<string>();
for (const source of sources) {
  for (const [, , text = ''] of source.matchAll(/(['"])((?:(?!\1)[^\\\n])*)\1/g)) literals.add(text);
  for (const [, text = ''] of source.matchAll(/`([^`]*)`/g)) {
    // Requires fixed text besides the variables.
    const fixed = text.replaceAll(/\$\{[^}]*\}/g, '');
    if (/^[\w.]+$/.test(fixed) && /[a-z]{3}/i.test(fixed) && fixed.includes('.')) patterns.add(text);
  }
  for (const [word] of source.matchAll(/[\w-]+/g)) words.add(word);
}

const matchers = [...patterns].map((pattern) => {
  const parts = pattern.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  // A leading variable stands for a single name, so that it cannot match half of the sentences.
  return new RegExp(`^${parts.join('([^ ]+)').replace(/^\(\[\^ \]\+\)/, '([^. ]+)')}$`);
});

/** Whether the key is a literal, or fits a template whose parts occur in the code. */
function isUsed(key: string): boolean {
  if (literals.has(key)) return true;
  return matchers.some((matcher) => {
    const [, ...filled] = key.match(matcher) ?? [];
    return filled.length > 0 && filled.every((part) => literals.has(part) || part.split('.').every(isNamed));
  });
}

const isNamed = (part: string) => literals.has(part) || words.has(part);
const withoutPlural = (key: string) => key.replace(/_(?:one|other|zero)$/, '');

test('uses every sentence', () => {
  expect([...new Set(keysOf(en))].filter((key) => !isUsed(key) && !isUsed(withoutPlural(key)))).toEqual([]);
});

test('only the API’s documents use its description, which the Worker does not have', () => {
  const users = files.filter((_, index) => sources[index]?.match(/['`]apiDescription\./));
  expect(users.sort()).toEqual(['app/api/plumbing/openapi.ts', 'app/api/plumbing/reference.ts']);
});

test('no module of app/i18n uses a sentence by its key: the browser’s build gives these modules none', () => {
  const users = files.filter(
    (path, index) => path.startsWith('app/i18n/') && /\bt\(\s*['"`]/.test(sources[index] ?? ''),
  );
  expect(users).toEqual([]);
});
