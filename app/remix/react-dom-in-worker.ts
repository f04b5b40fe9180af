/**
 * In place of `react-dom` in the Worker (`vite.unused.ts`): React Router imports the whole renderer of browsers, 42 kB gzip, for
 * this function, which nothing calls while a page is rendered into a string.
 */
export function flushSync(): never {
  throw new Error('There is no DOM in the Worker.');
}
