import { vitePlugin as remix } from '@remix-run/dev';
import { type BuildOptions, defineConfig, type Plugin } from 'vite';
import { asn1Alias, attestationsAlias, babelHelpersAlias, routeModulesAlias } from './vite.alias.ts';
import { apiDescription } from './vite.api.ts';
import { sharedChunks } from './vite.chunks.ts';
import { EFFECTS_IN_WORKER, withoutUnusedParts } from './vite.unused.ts';
import { pageWords } from './vite.words.ts';

/**
 * Builds the Worker and Remix's server in one module graph, which Remix would build separately
 * (docs/decisions/one-bundle.md). wrangler uploads the modules as they are.
 */
function workerBuild(): Plugin {
  const worker = {
    input: {
      app: 'workers/app.ts',
      // The routes of this same graph, for the tests that read what was built.
      routes: 'virtual:remix/server-build',
    },
    // Modules that the runtime provides.
    external: /^(cloudflare|node):/,
    output: {
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      // A module of its own, which a test replaces with the pseudo-locale.
      manualChunks: (id: string) => (id.includes('/app/i18n/en/') ? 'translations' : undefined),
    },
  };
  return {
    name: 'worker-build',
    // After Remix's, whose entry this replaces.
    config: (_config, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: worker } } : undefined),
  };
}

/**
 * Replaces Vite's loader of dynamic imports, 650 bytes on every page, which loads styles and preloads what a chunk imports:
 * no chunk here has styles of its own, and the few that load on demand import little.
 */
function plainImports(): Plugin {
  let isFound = false;
  return {
    name: 'plain-imports',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    load(id) {
      if (id !== '\0vite/preload-helper.js') return;
      isFound = true;
      return 'export const __vitePreload = (load) => load();';
    },
    generateBundle() {
      if (!isFound) throw new Error('Vite has no preload-helper.js to replace: see `plainImports`.');
    },
  };
}

/**
 * React's effects never run on the server, so a call without a result is dropped, and with it the functions that only it uses.
 */
const workerMinification: NonNullable<BuildOptions['terserOptions']> = {
  ecma: 2020,
  // Vite sets it for browsers.
  safari10: false,
  // No module reads a property only for its effect, or to throw. Terser inlines only functions without arguments: calls compress better.
  compress: { passes: 2, pure_funcs: EFFECTS_IN_WORKER, pure_getters: true, inline: 1 },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      appDirectory: 'app',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        // A handful of screens: one small manifest beats a request per newly seen link.
        v3_lazyRouteDiscovery: false,
        // Measured with the renderer: docs/decisions/rendering.md.
        v3_singleFetch: false,
      },
    }),
    workerBuild(),
    pageWords(),
    apiDescription(),
    withoutUnusedParts(),
    plainImports(),
  ],
  resolve: { alias: [asn1Alias, attestationsAlias, babelHelpersAlias, routeModulesAlias] },
  ssr: {
    target: 'webworker',
    noExternal: true,
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
  },
  build: {
    target: 'es2022',
    // A reported error of the Worker says where it happened: wrangler uploads the maps. The browser's maps stay private.
    sourcemap: isSsrBuild === true,
    assetsInlineLimit: 0,
    // terser leaves 4 % less than esbuild, in four times the time.
    minify: 'terser',
    // Without `onlyExplicitManualChunks`, a chunk takes in what its modules import.
    ...(!isSsrBuild && {
      rollupOptions: { output: { manualChunks: sharedChunks(), onlyExplicitManualChunks: true } },
    }),
    terserOptions: isSsrBuild ? workerMinification : { ecma: 2020, compress: { passes: 2 } },
  },
}));
