import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a Worker of the tests into one module for workerd. @returns its path. */
export async function bundleTestWorker(entry: string, directory: string): Promise<string> {
  const outfile = join(directory, 'worker.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    // In addition to the browsers' conditions, which are esbuild's default.
    conditions: ['workerd', 'worker', 'module'],
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'warning',
  });
  return outfile;
}
