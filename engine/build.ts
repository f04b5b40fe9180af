import { join } from 'node:path';
import { build } from 'esbuild';

const HOOK_ENTRY = join(import.meta.dirname, 'hook', 'main.ts');
/** The hook's file, which EXTERNAL_HOOK_FILES names and n8n loads as CommonJS. */
export const HOOK_FILE = join(import.meta.dirname, 'hook', 'dist', 'hook.cjs');

/** Bundles the hook. @throws with esbuild's messages. */
export async function buildHook(): Promise<void> {
  await build({
    entryPoints: [HOOK_ENTRY],
    outfile: HOOK_FILE,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // n8n 2.40 runs on no older Node.
    target: 'node22',
    // Readable stack traces matter more than a smaller file.
    minify: false,
    // The hook sends a function's text to the browser, so it must contain no helper of the bundler.
    keepNames: false,
    logLevel: 'warning',
  });
}

if (import.meta.main) await buildHook();
