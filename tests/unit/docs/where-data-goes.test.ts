import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns the product's files whose source matches, ignoring comments at the end of lines. */
function filesWith(pattern: RegExp): string[] {
  return ['app', 'db/queries', 'durable-objects', 'workers']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    )
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}

test('only four files of the Worker write to the log, each lines that its own test checks', () => {
  expect(filesWith(/\bconsole\s*[.[]/)).toEqual([
    // The browser's console, with a translation key.
    'app/i18n/words.browser.ts',
    'app/integrations/errors/report-error.ts',
    'app/integrations/mail/log-dropped-mail.ts',
    'workers/log-plan-mismatch.ts',
    'workers/log-refusal.ts',
  ]);
});

test('a browser keeps what spec §9 names, and no secret', () => {
  expect(filesWith(/\b(localStorage|sessionStorage|indexedDB)\b/)).toEqual([
    'app/components/analytics/local-store.ts',
    // The time of the page's last automatic reload.
    'app/components/layout/chunk-guard.ts',
  ]);
  expect(Object.keys(localStorageKeys).sort()).toEqual([
    'cachedUsername',
    'experimentOverrides',
    // The setting that turns off the `?` shortcut (WCAG 2.1.4).
    'questionMark',
    'templateRedirectId',
    'tracking',
  ]);
});
