import { once } from '#app/domain/once.ts';
import { en } from './en/index.ts';
import type { Words } from './translate.ts';

/** @returns every key with its words, by the whole path such as `layout.nav.help`. */
export function flatten(words: object, prefix = ''): [key: string, words: Words][] {
  return Object.entries(words).flatMap(([name, value]: [string, Words | object]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [[prefix + name, value as Words] as [string, Words]]
      : flatten(value, `${prefix}${name}.`),
  );
}

/** Flattened by the first sentence: it takes 4 ms, which the Worker's start does not need. */
const known = once(() => new Map(flatten(en)));

/** Adds words, or replaces those of the same keys. */
export function addWords(words: object): void {
  for (const [key, text] of flatten(words)) known().set(key, text);
}

/** The server's words: all but the API's description (`vite.api.ts`). The browser's build has `words.browser.ts` instead of this module. */
export function findWords(key: string): Words | undefined {
  return known().get(key);
}

/** The server has every key that TypeScript accepts, except those of the API's description, which only the build reads. */
export function onMissingWords(): void {}
