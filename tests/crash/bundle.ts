import { join } from 'node:path';
import { build } from 'vite';

const ENTRY = 'tests/workers/support/crash-worker.ts';

/** Bundles the object, and what calls it, into one module for workerd. @returns its path. */
export async function bundleWorker(directory: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: ENTRY,
      outDir: directory,
      emptyOutDir: false,
      minify: false,
      target: 'es2023',
      rollupOptions: {
        external: /^(cloudflare|node):/,
        output: { entryFileNames: 'worker.mjs', inlineDynamicImports: true },
      },
    },
  });
  return join(directory, 'worker.mjs');
}
