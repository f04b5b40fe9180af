import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

export default defineConfig({
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
  ],
  ssr: { resolve: { conditions: ['workerd', 'worker', 'browser'] }, target: 'webworker' },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
});
