import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of `@remix-run/react` that `vite.config.ts` switches off, and what Remix still calls of them. */
const SWITCHED_OFF: Readonly<Record<string, string>> = {
  './single-fetch.js': at('app/remix/no-single-fetch.ts'),
  './fog-of-war.js': at('app/remix/no-route-discovery.ts'),
};

/**
 * What the Worker uses of React: of its two renderers, React Router asks the browser's for one function, and no page is streamed.
 */
const IN_THE_WORKER: Readonly<Record<string, string>> = {
  'react-dom': at('app/remix/react-dom-in-worker.ts'),
  // Of Remix's server: single fetch is off, and uploads have a parser of their own (`app/http/multipart-file.ts`).
  'turbo-stream': at('app/remix/unused-in-worker.ts'),
  '@web3-storage/multipart-parser': at('app/remix/unused-in-worker.ts'),
  // Loaded on a click.
  '@simplewebauthn/browser': at('app/remix/unused-in-worker.ts'),
  './palette.tsx': at('app/remix/unused-in-worker.ts'),
  // Of @peculiar/x509, which `vite.alias.ts` replaces.
  'reflect-metadata': at('app/remix/unused-in-worker.ts'),
  // Of zod, whose methods for JSON Schema nothing calls; the build writes the API's (`vite.api.ts`).
  '../core/to-json-schema.js': at('app/remix/unused-in-worker.ts'),
  '@remix-run/cloudflare': at('app/remix/cloudflare-in-worker.ts'),
  'react-dom/server': at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js'),
};

/** Of Remix's own modules: the same with less work for each request. */
const LIGHTER: Readonly<Record<string, string>> = {
  '@remix-run/react': at('app/remix/react-in-worker.ts'),
};
const LIGHT_CALLS = at('app/remix/call-route.ts');

function isOurs(importer: string | undefined): boolean {
  return importer?.startsWith(at('app/')) === true && !importer.startsWith(at('app/remix/'));
}

const ERROR_PAGE = '/@remix-run/react/dist/esm/errorBoundaries.js';
const OF_ERROR_PAGE = at('app/remix/no-fallback-scripts.ts');

/** Names for React's developer tools, by which no bundler drops a component that nothing uses. */
const DISPLAY_NAMES = /^\w+\.displayName = .*;$/gm;

/** For JSON Schema, in each of zod's types: it brings a writer of every type. */
const JSON_SCHEMA_WRITERS = /^ +inst\._zod\.processJSONSchema = .*;$/gm;

/** Lines that are removed from a module, by the end of its path. */
const UNUSED_LINES: Readonly<Record<string, RegExp>> = {
  '/@remix-run/react/dist/esm/components.js': DISPLAY_NAMES,
  '/zod/v4/classic/schemas.js': JSON_SCHEMA_WRITERS,
};

/** Keeps unused code that no bundler can detect out of the browser and the Worker (docs/decisions/speed.md). */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    enforce: 'pre',
    resolveId(source, importer, { ssr }) {
      if (source === './components.js' && importer?.endsWith(ERROR_PAGE)) return OF_ERROR_PAGE;
      if (ssr && source in LIGHTER && isOurs(importer)) return LIGHTER[source];
      if (ssr && source === './data.js' && importer?.includes('/@remix-run/server-runtime/'))
        return LIGHT_CALLS;
      if (ssr && source in IN_THE_WORKER) return IN_THE_WORKER[source];
      return importer?.includes('/node_modules/@remix-run/react/') ? (SWITCHED_OFF[source] ?? null) : null;
    },
    transform(code, id) {
      const [, lines] = Object.entries(UNUSED_LINES).find(([path]) => id.endsWith(path)) ?? [];
      return lines ? { code: code.replace(lines, ''), map: null } : null;
    },
  };
}
