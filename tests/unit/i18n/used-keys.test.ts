import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';

const sources = globSync('{app,workers,durable-objects}/**/*.{ts,tsx}')
  .filter((path) => !path.startsWith('app/i18n/en/'))
  .map((path) => readFileSync(path, 'utf8'));

/** Every sentence's key, in dots; the paragraphs of a text are one. */
function keysOf(part: object, path: string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keysOf(value, [...path, name])
      : [[...path, name].join('.')],
  );
}

/** What stands between quotes, and the words of the code. */
const literals = new Set<string>();
const words = new Set<string>();
/** Keys that are put together: `errors.${code}`. */
const patterns = new Set<string>();
for (const source of sources) {
  for (const [, , text = ''] of source.matchAll(/(['"])((?:(?!\1)[^\\\n])*)\1/g)) literals.add(text);
  for (const [, text = ''] of source.matchAll(/`([^`]*)`/g)) {
    // It has a part that stands there, and not variables alone.
    const fixed = text.replaceAll(/\$\{[^}]*\}/g, '');
    if (/^[\w.]+$/.test(fixed) && /[a-z]{3}/i.test(fixed) && fixed.includes('.')) patterns.add(text);
  }
  for (const [word] of source.matchAll(/[\w-]+/g)) words.add(word);
}

const matchers = [...patterns].map((pattern) => {
  const parts = pattern.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  // What a key begins with is one name, and not a way through half of the sentences.
  return new RegExp(`^${parts.join('([^ ]+)').replace(/^\(\[\^ \]\+\)/, '([^. ]+)')}$`);
});

/** Said as it is, or put together of a part that is said somewhere. */
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
