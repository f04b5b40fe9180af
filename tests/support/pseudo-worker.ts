import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { buildIfChanged } from '#scripts/local/build.ts';
import { BUNDLE_FOLDER } from '#scripts/local/built-worker.ts';

/** The built module that contains every sentence (`vite.config.ts`). */
const TRANSLATIONS = 'translations.js';
const PLAIN_TRANSLATIONS = 'plain-translations.js';
const PSEUDO_LOCALE = 'pseudo-locale.js';

/**
 * Builds a copy of the Worker in the pseudo-locale. The product has no switch for it, so the copy is another Worker.
 * @returns its folder, which the caller removes.
 */
export async function buildPseudoWorker(): Promise<string> {
  buildIfChanged();
  const folder = mkdtempSync(join(tmpdir(), 'weft-pseudo-'));
  cpSync(BUNDLE_FOLDER, folder, { recursive: true });
  const translations = join(folder, TRANSLATIONS);
  const plain = join(folder, PLAIN_TRANSLATIONS);
  renameSync(translations, plain);
  const source = fileURLToPath(new URL('pseudo-locale.ts', import.meta.url));
  const { code } = await transformWithEsbuild(readFileSync(source, 'utf8'), source);
  writeFileSync(join(folder, PSEUDO_LOCALE), code);
  const names = Object.keys(await import(pathToFileURL(plain).href));
  writeFileSync(
    translations,
    [
      `import * as plain from './${PLAIN_TRANSLATIONS}';`,
      `import { pseudo } from './${PSEUDO_LOCALE}';`,
      ...names.map((name) => `export const ${name} = pseudo(plain.${name});`),
    ].join('\n'),
  );
  return folder;
}
