import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { chunkGuard } from '#app/components/layout/chunk-guard.ts';

class HTMLScriptElement {
  type: string;
  constructor(type: string) {
    this.type = type;
  }
}

/** A browser reduced to what the guard reads; counts `reloads`. */
function browser({ storage = new Map<string, string>(), onLine = true, isStorageClosed = false } = {}) {
  const listeners: Record<string, (event: object) => void> = {};
  const seen = { reloads: 0, now: 1_800_000_000_000 };
  const closed = () => {
    throw new Error('SecurityError');
  };
  const window: Record<string, unknown> = {
    addEventListener: (type: string, listen: (event: object) => void) => {
      listeners[type] = listen;
    },
  };
  const load = () =>
    runInNewContext(chunkGuard, {
      window,
      HTMLScriptElement,
      navigator: { onLine },
      location: { reload: () => (seen.reloads += 1) },
      Date: { now: () => seen.now },
      sessionStorage: {
        getItem: isStorageClosed ? closed : (key: string) => storage.get(key) ?? null,
        setItem: isStorageClosed ? closed : (key: string, value: string) => storage.set(key, value),
      },
    });
  load();
  return {
    seen,
    load,
    reload: () => (window.__reloadForChunk as () => boolean)(),
    fire: (type: string, event: object) => listeners[type]?.(event),
  };
}

test('a page is reloaded for a chunk at most once a minute, however often it is loaded', () => {
  const page = browser();
  expect(page.reload()).toBe(true);
  page.load();
  page.seen.now += 59_999;
  expect(page.reload()).toBe(false);
  page.seen.now += 1;
  expect(page.reload()).toBe(true);
  expect(page.seen.reloads).toBe(2);
});

test('a clock that was set back does not prevent the reload of a broken page', () => {
  const page = browser();
  page.reload();
  page.seen.now -= 3_600_000;
  expect(page.reload()).toBe(true);
});

test.each([{ onLine: false }, { isStorageClosed: true }])(
  'the page does not reload when a reload cannot help or would not end: %o',
  (state) => {
    const page = browser(state);
    expect(page.reload()).toBe(false);
    expect(page.seen.reloads).toBe(0);
  },
);

test.each([
  ['error', { target: new HTMLScriptElement('module') }, 1],
  ['error', { target: new HTMLScriptElement('text/javascript') }, 0],
  ['error', { target: {} }, 0],
  [
    'unhandledrejection',
    { reason: new TypeError('Failed to fetch dynamically imported module: /assets/a.js') },
    1,
  ],
  [
    'unhandledrejection',
    { reason: new TypeError('error loading dynamically imported module: /assets/a.js') },
    1,
  ],
  ['unhandledrejection', { reason: new TypeError('Importing a module script failed.') }, 1],
  ['unhandledrejection', { reason: new Error('Some failure of ours') }, 0],
])('%s of %o reloads %i times', (type, event, reloads) => {
  const page = browser();
  page.fire(type, event);
  expect(page.seen.reloads).toBe(reloads);
});

/**
 * Files that handle a missing chunk themselves: the palette's button is pressed again, the header's tools work without a script, and
 * the browser moves the focus itself.
 */
const HANDLED_THEMSELVES = [
  'app/components/layout/deferred-tools.tsx',
  'app/components/layout/preload-on-intent.ts',
  'app/components/palette/load-palette.ts',
];

test('each chunk that a page loads later reloads the page when it is missing', () => {
  const imports = globSync('app/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^.*\bimport\((?!").*$/gm)].map(([line]) => ({ path, line })),
  );
  const unguarded = imports.filter(({ line }) => !line.includes('.catch(onMissingChunk)'));
  expect(imports.length - unguarded.length).toBeGreaterThan(2);
  expect([...new Set(unguarded.map(({ path }) => path))].sort()).toEqual(HANDLED_THEMSELVES);
});
