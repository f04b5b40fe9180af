import type { Words } from './translate.ts';

const known = new Map<string, Words>();

/** The browser's words: those of the modules that are loaded. Each brings its own (`vite.words.ts`). */
export function findWords(key: string): Words | undefined {
  return known.get(key);
}

/** Called by the first line of each module with sentences; idempotent. */
export function addWords(words: Readonly<Record<string, Words>>): void {
  for (const [key, text] of Object.entries(words)) known.set(key, text);
}

/** A module was loaded without its sentences: the browser tests fail on any console error. */
export function onMissingWords(key: string): void {
  console.error(`There are no words for ${key}.`);
}
