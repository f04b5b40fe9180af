import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { en } from '#app/i18n/en/index.ts';
import { addWords } from '#app/i18n/words.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import { BUNDLE_FOLDER, WORKER_OPTIONS, type WorkerOptions } from '#scripts/local/built-worker.ts';
import { writeApiDocuments } from './declared-calls.ts';
import { pseudo } from './pseudo-locale.ts';

/** The built module that contains every sentence (`vite.config.ts`). */
const TRANSLATIONS = 'translations.js';
const PLAIN_TRANSLATIONS = 'plain-translations.js';
const PSEUDO_LOCALE = 'pseudo-locale.js';

/** A Worker in the pseudo-locale, as `startTestStack` takes it. */
interface PseudoWorker {
  bundleFolder: string;
  optionsFile: string;
}

/**
 * Builds a copy of the Worker and of its files in the pseudo-locale. The product has no switch for it, so the copy is another
 * Worker.
 *
 * @param folder an empty one.
 */
export async function buildPseudoWorker(folder: string): Promise<PseudoWorker> {
  buildIfChanged();
  const bundleFolder = join(folder, 'server');
  cpSync(BUNDLE_FOLDER, bundleFolder, { recursive: true });
  await replaceTranslations(bundleFolder);
  const options = JSON.parse(readFileSync(WORKER_OPTIONS, 'utf8')) as WorkerOptions & Assets;
  const directory = join(folder, 'client');
  cpSync(options.assets.directory, directory, { recursive: true });
  replaceApiDocuments(directory);
  const optionsFile = join(folder, 'worker.json');
  writeFileSync(optionsFile, JSON.stringify({ ...options, assets: { ...options.assets, directory } }));
  return { bundleFolder, optionsFile };
}

/** An option missing in wrangler's types. */
interface Assets {
  assets: { directory: string };
}

async function replaceTranslations(bundleFolder: string): Promise<void> {
  const translations = join(bundleFolder, TRANSLATIONS);
  const plain = join(bundleFolder, PLAIN_TRANSLATIONS);
  renameSync(translations, plain);
  const source = fileURLToPath(new URL('pseudo-locale.ts', import.meta.url));
  const { code } = await transformWithEsbuild(readFileSync(source, 'utf8'), source);
  writeFileSync(join(bundleFolder, PSEUDO_LOCALE), code);
  const names = Object.keys(await import(pathToFileURL(plain).href));
  writeFileSync(
    translations,
    [
      `import * as plain from './${PLAIN_TRANSLATIONS}';`,
      `import { pseudo } from './${PSEUDO_LOCALE}';`,
      ...names.map((name) => `export const ${name} = pseudo(plain.${name});`),
    ].join('\n'),
  );
}

/** Writes the API's documents as the build does, which made them in English. */
function replaceApiDocuments(clientFolder: string): void {
  addWords(pseudo(en));
  try {
    for (const [path, text] of Object.entries(writeApiDocuments()))
      writeFileSync(join(clientFolder, path), text);
  } finally {
    // Translations belong to the process, which other test files share.
    addWords(en);
  }
}
