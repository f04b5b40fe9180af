import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of `@remix-run/react` in the browser: two that `vite.config.ts` switches off, and one with the portal's own requests. */
const IN_THE_BROWSER: Readonly<Record<string, string>> = {
  // Its decoder would cost every visitor 4 kB.
  './single-fetch.js': at('app/remix/unused.ts'),
  './fog-of-war.js': at('app/remix/no-route-discovery.ts'),
  './data.js': at('app/remix/route-data.ts'),
};

/** Modules of which the Worker uses nothing or little. */
const IN_THE_WORKER: Readonly<Record<string, string>> = {
  // The renderer of browsers, 42 kB gzip: React Router imports `flushSync`, which no rendering into a string calls.
  'react-dom': at('app/remix/unused.ts'),
  // Of Remix's server: single fetch is off, and uploads have a parser of their own (`app/http/multipart-file.ts`).
  'turbo-stream': at('app/remix/unused.ts'),
  '@web3-storage/multipart-parser': at('app/remix/unused.ts'),
  // Only its splitting of joined headers is used.
  'set-cookie-parser': at('app/remix/split-cookies.ts'),
  // Only the browser connects to the workspace's object.
  './live-socket.ts': at('app/remix/unused.ts'),
  // Loaded on a click.
  '@simplewebauthn/browser': at('app/remix/unused.ts'),
  './palette.tsx': at('app/remix/unused.ts'),
  './solve.ts': at('app/remix/unused.ts'),
  // Of @peculiar/x509, which `vite.alias.ts` replaces.
  'reflect-metadata': at('app/remix/unused.ts'),
  // Of zod, whose methods for JSON Schema nothing calls; the build writes the API's (`vite.api.ts`).
  '../core/to-json-schema.js': at('app/remix/unused.ts'),
  // Of drizzle: relational queries (`db.query`), whose statements the product writes as joins.
  '../relations.js': at('app/remix/unused.ts'),
  './query-builders/query.js': at('app/remix/unused.ts'),
  '@remix-run/cloudflare': at('app/remix/cloudflare-in-worker.ts'),
  'react-dom/server': at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js'),
};

/** Of Remix's own modules: the same with less work for each request. */
const LIGHTER: Readonly<Record<string, string>> = {
  '@remix-run/react': at('app/remix/react-in-worker.ts'),
};
/** The module of Remix's server that calls loaders and actions; `@remix-run/react` has another `./data.js`. */
const LOADER_CALLS = '/@remix-run/server-runtime/dist/esm/data.js';
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

/**
 * The formats as methods of `z.string()`, such as `z.string().jwt()`: they bring the class of every format. `z.email()` and its
 * like stay; `tests/unit/scripts/unused-parts.test.ts` refuses the methods.
 */
const FORMAT_METHODS =
  /^ {4}(?!datetime\b|date\b|time\b|duration\b)\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?$/gm;

/** zod's compiler of parsers. It needs `eval`, which a Worker does not have, so zod would not use it. */
const COMPILED_OBJECTS = /(?<=^ {4}core\.\$ZodObject)JIT(?=\.init\(inst, def\);$)/m;

/** The method of drizzle's statements that `db/database.ts` replaces, with its cache and its error. */
const QUERY_WITH_CACHE =
  /^ {2}\/\*\* @internal \*\/\n {2}async queryWithCache\(.*?\n {2}\}\n(?= {2}getQuery\(\))/ms;

/** The indexes and primary keys of tables, which only drizzle-kit reads. */
const TABLE_EXTRAS = /^ {2}(?:\/\/ [^\n]*\n {2})*\(table\) => \[.*?\],\n(?=\);)/gms;
const TABLES = '/db/schema/';

/** The flag of single fetch in Remix's server, which brings its requests and answers. */
const SINGLE_FETCH = /\b_?build\.future\.v3_singleFetch\b/g;

const SERVER = '/@remix-run/server-runtime/dist/esm/server.js';
const COMPONENTS = '/@remix-run/react/dist/esm/components.js';
const SCHEMAS = '/zod/v4/classic/schemas.js';
const STATEMENTS = '/drizzle-orm/sqlite-core/session.js';

/** What is removed from a module, or replaced, by the end of its path. */
const UNUSED_LINES: Readonly<Record<string, ReadonlyArray<RegExp | [RegExp, string]>>> = {
  [SERVER]: [[SINGLE_FETCH, 'false']],
  [COMPONENTS]: [DISPLAY_NAMES],
  [SCHEMAS]: [JSON_SCHEMA_WRITERS, FORMAT_METHODS, COMPILED_OBJECTS],
  [STATEMENTS]: [QUERY_WITH_CACHE],
};

/** React's hooks of which `vite.config.ts` drops the calls, by the names that Rollup gives React's exports. */
export const EFFECTS_IN_WORKER = ['reactExports.useEffect', 'reactExports.useLayoutEffect'];

/** Modules of `vite.alias.ts` that take the place of others, by the build that has to contain them. */
const ALIASED = {
  browser: ['app/components/layout/load-route-module.ts', 'app/remix/babel-helpers.ts'],
  worker: ['app/remix/babel-helpers.ts', 'workers/webauthn-asn1.ts', 'workers/webauthn-attestations.ts'],
};

/** What each build has to find: a package's update that renames a module would silently bring its code back. */
const TO_FIND = {
  browser: [...Object.keys(IN_THE_BROWSER), ERROR_PAGE, COMPONENTS],
  worker: [
    ...Object.keys(IN_THE_WORKER),
    ...Object.keys(LIGHTER),
    LOADER_CALLS,
    ERROR_PAGE,
    COMPONENTS,
    SCHEMAS,
    STATEMENTS,
    TABLES,
    SERVER,
    ...EFFECTS_IN_WORKER,
  ],
};

/**
 * Keeps unused code that no bundler can detect out of the browser and the Worker (docs/decisions/one-bundle.md). A build fails
 * that does not find all of it.
 */
export function withoutUnusedParts(): Plugin {
  const found = new Set<string>();
  let target: keyof typeof TO_FIND = 'browser';
  /** Notes that the build has a module. @returns its replacement. */
  const replace = (name: string, replacement: string | undefined) => {
    found.add(name);
    return replacement;
  };
  return {
    name: 'without-unused-parts',
    enforce: 'pre',
    configResolved: ({ build }) => {
      target = build.ssr ? 'worker' : 'browser';
    },
    resolveId(source, importer, { ssr }) {
      if (source === './components.js' && importer?.endsWith(ERROR_PAGE))
        return replace(ERROR_PAGE, OF_ERROR_PAGE);
      if (ssr && source in LIGHTER && isOurs(importer)) return replace(source, LIGHTER[source]);
      if (ssr && source === './data.js' && importer?.includes('/@remix-run/server-runtime/'))
        return replace(LOADER_CALLS, LIGHT_CALLS);
      if (ssr && source in IN_THE_WORKER) return replace(source, IN_THE_WORKER[source]);
      const isOff = source in IN_THE_BROWSER && importer?.includes('/node_modules/@remix-run/react/');
      return isOff ? replace(source, IN_THE_BROWSER[source]) : null;
    },
    transform(code, id) {
      if (id.startsWith(at('db/schema/'))) {
        const columns = code.replace(TABLE_EXTRAS, '');
        if (columns !== code) found.add(TABLES);
        return { code: columns, map: null };
      }
      const [path, lines] = Object.entries(UNUSED_LINES).find(([end]) => id.endsWith(end)) ?? [];
      if (!path || !lines) return null;
      let rest = code;
      for (const unused of lines) {
        const before = rest;
        const [pattern, inPlace] = unused instanceof RegExp ? [unused, ''] : unused;
        rest = before.replace(pattern, inPlace);
        if (rest === before) throw new Error(`vite.unused.ts finds none of its lines in ${id}.`);
      }
      found.add(path);
      return { code: rest, map: null };
    },
    renderChunk(code) {
      for (const effect of EFFECTS_IN_WORKER) if (code.includes(`${effect}(`)) found.add(effect);
    },
    generateBundle() {
      const missing = [
        ...TO_FIND[target].filter((name) => !found.has(name)),
        ...ALIASED[target].filter((path) => !this.getModuleInfo(at(path))),
      ];
      if (missing.length > 0)
        throw new Error(
          `vite.unused.ts does not find: ${missing.join(', ')}. See docs/decisions/one-bundle.md.`,
        );
    },
  };
}
