import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { buildIfChanged } from '#scripts/local/build.ts';
import { BUNDLE_FOLDER } from '#scripts/local/built-worker.ts';

/** Where the bundled Worker takes its translations from: once in Remix's build and once in its own. */
const TRANSLATIONS = /resources: \{ en: \{ translation: (\w+) \} \}/g;

/**
 * A copy of the built Worker that speaks the pseudo-locale. The product has no switch for it: the copy is another Worker.
 * @returns its folder, which the caller takes away.
 */
export async function buildPseudoWorker(): Promise<string> {
  buildIfChanged();
  const folder = mkdtempSync(join(tmpdir(), 'weft-pseudo-'));
  cpSync(BUNDLE_FOLDER, folder, { recursive: true });
  const entry = join(folder, 'app.js');
  const code = readFileSync(entry, 'utf8');
  const places = code.match(TRANSLATIONS)?.length ?? 0;
  if (places !== 2) throw new Error(`The bundle has its translations in ${places} places instead of two.`);
  writeFileSync(
    entry,
    `${code.replace(TRANSLATIONS, 'resources: { en: { translation: __pseudo($1) } }')}\n${await pseudoSource()}`,
  );
  return folder;
}

/** The module of the pseudo-locale as a script, in a scope of its own: the bundle has one file. */
async function pseudoSource(): Promise<string> {
  const path = fileURLToPath(new URL('pseudo-locale.ts', import.meta.url));
  const { code } = await transformWithEsbuild(readFileSync(path, 'utf8'), path);
  const script = code.replace(/^export \{[^}]*\};?$/gm, '').replace(/^export (function|const)/gm, '$1');
  // A function, since the bundle asks for its translations before its last line.
  return `function __pseudo(words) { ${script}\nreturn pseudo(words); }`;
}
