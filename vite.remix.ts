import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of `@remix-run/react` that `vite.config.ts` switches off, and what Remix still calls of them. */
const REPLACED: Readonly<Record<string, string>> = {
  './single-fetch.js': at('app/remix/no-single-fetch.ts'),
  './fog-of-war.js': at('app/remix/no-route-discovery.ts'),
};

/** Keeps parts of Remix that are off out of the browser: Remix asks its options when it runs, so no bundler can tell. */
export function withoutUnusedRemix(): Plugin {
  return {
    name: 'without-unused-remix',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.includes('/node_modules/@remix-run/react/') ? (REPLACED[source] ?? null) : null,
  };
}
