import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a Worker of the tests into one module for workerd. @returns its path. */
export async function bundleTestWorker(entry: string, directory: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: entry,
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
