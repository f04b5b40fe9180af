import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of `@remix-run/react` that `vite.config.ts` switches off, and what Remix still calls of them. */
const SWITCHED_OFF: Readonly<Record<string, string>> = {
  './single-fetch.js': at('app/remix/no-single-fetch.ts'),
  './fog-of-war.js': at('app/remix/no-route-discovery.ts'),
};

/** What the Worker uses of React's two renderers: React Router asks the browser's for one function, and no page is streamed. */
const IN_THE_WORKER: Readonly<Record<string, string>> = {
  'react-dom': at('app/remix/react-dom-in-worker.ts'),
  'react-dom/server': at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js'),
};

/** Keeps code out of the browser and out of the Worker that no bundler can tell is unused (docs/decisions/speed.md). */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    enforce: 'pre',
    resolveId(source, importer, { ssr }) {
      if (ssr && source in IN_THE_WORKER) return IN_THE_WORKER[source];
      return importer?.includes('/node_modules/@remix-run/react/') ? (SWITCHED_OFF[source] ?? null) : null;
    },
  };
}
