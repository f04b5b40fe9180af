import type { Words } from './translate.ts';

const known = new Map<string, Words>();

/** The browser's words: those of the modules that are loaded. Each brings its own (`vite.words.ts`). */
export function findWords(key: string): Words | undefined {
  return known.get(key);
}

/** Called by the first line of each module that says something; repeating is harmless. */
export function addWords(words: Readonly<Record<string, Words>>): void {
  for (const [key, text] of Object.entries(words)) known.set(key, text);
}

/** A module's words did not come with it: the browser tests fail on any error of the console. */
export function onMissingWords(key: string): void {
  console.error(`There are no words for ${key}.`);
}
