import { join } from 'node:path';
import { build } from 'esbuild';

const HOOK_ENTRY = join(import.meta.dirname, 'hook', 'main.ts');
/** What EXTERNAL_HOOK_FILES names: one file, which n8n loads as CommonJS. */
export const HOOK_FILE = join(import.meta.dirname, 'hook', 'dist', 'hook.cjs');

/** Bundles the hook. @throws with esbuild's messages. */
export async function buildHook(): Promise<void> {
  await build({
    entryPoints: [HOOK_ENTRY],
    outfile: HOOK_FILE,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // n8n 2.40 runs on it and on nothing older.
    target: 'node22',
    // Names in a stack trace are worth more than a smaller file on a disk.
    minify: false,
    // A function's text is sent to the browser: no helper of the bundler's may stand in it.
    keepNames: false,
    logLevel: 'warning',
  });
}

if (import.meta.main) await buildHook();
