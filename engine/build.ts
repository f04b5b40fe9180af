import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
    // Makes the source paths in the bundle relative to the repository, so every checkout builds the same bytes.
    absWorkingDir: join(import.meta.dirname, '..'),
    platform: 'node',
    format: 'cjs',
    // n8n 2.40 requires Node 22 or later.
    target: 'node22',
    // Readable stack traces matter more than a smaller file.
    minify: false,
    // The hook serializes functions for the browser; `keepNames` would insert an esbuild helper that is undefined there.
    keepNames: false,
    logLevel: 'warning',
  });
}

/** @returns the digest of the bundled hook, as `engine/versions.json` records it. @throws if the hook is not built. */
export function hookDigest(file = HOOK_FILE): string {
  return `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}

if (import.meta.main) await buildHook();
