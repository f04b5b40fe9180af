import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';

/**
 * Remix reloads the page for each part of it that does not load, however often that is; the page's own guard
 * (`app/components/layout/chunk-guard.ts`) does it at most once a minute, and the error page tells of it after that.
 */
function reloadAtMostOnceAMinute(): Plugin {
  const reloading = 'window.location.reload();\n    return new Promise(';
  return {
    name: 'reload-at-most-once-a-minute',
    transform(code, id) {
      if (!/@remix-run\/react\/dist\/esm\/routeModules\.js$/.test(id)) return null;
      if (!code.includes(reloading)) this.error('Remix loads its parts in another way than before.');
      return code.replace(
        reloading,
        `if (!window.__reloadForChunk()) throw new Error('chunk_not_loaded', { cause: error });\n    return new Promise(`,
      );
    },
  };
}

export default defineConfig({
  plugins: [
    reloadAtMostOnceAMinute(),
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
  ],
  ssr: { resolve: { conditions: ['workerd', 'worker', 'browser'] }, target: 'webworker' },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
});
