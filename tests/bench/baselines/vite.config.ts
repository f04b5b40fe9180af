import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import { BARE_FOLDER } from './folders.ts';

/** The product's Worker build (`vite.config.ts`), with the bare app's entry. */
const worker: Plugin = {
  name: 'bare-worker',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: { app: 'tests/bench/baselines/bare/worker.ts' },
              external: /^(cloudflare|node):/,
              output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
            },
          },
        }
      : undefined,
};

/** A bare Remix app, built with the product's toolchain and flags: the floor of the product's measurements. */
export default defineConfig(({ isSsrBuild }) => ({
  // Excludes the product's files.
  publicDir: false,
  plugins: [
    remix({
      appDirectory: 'tests/bench/baselines/bare',
      buildDirectory: BARE_FOLDER,
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: false,
      },
    }),
    worker,
  ],
  ssr: {
    target: 'webworker',
    noExternal: true,
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
  },
  build: {
    target: 'es2022',
    sourcemap: isSsrBuild === true,
    assetsInlineLimit: 0,
    minify: true,
  },
}));
