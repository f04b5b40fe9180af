import { expect, test } from 'vitest';
import { sharedChunks } from '../../../vite.chunks.ts';

const ROUTE = '?__remix-build-client-route';
const ENTRY = '/app/entry.client.tsx';
const ROOT = `/app/root.tsx${ROUTE}`;
const MEETINGS = ['/app/components/layout/default-layout.tsx', '/app/components/form/field-frame.tsx'];
const screens = Array.from({ length: 6 }, (_, index) => `/app/routes/s${index}/route.tsx${ROUTE}`);

/** @param importers of each module. @returns the chunk of a module. */
function chunkOf(id: string, importers: Readonly<Record<string, readonly string[]>>) {
  const all: Record<string, readonly string[]> = Object.fromEntries(MEETINGS.map((path) => [path, screens]));
  Object.assign(all, importers);
  const graph = {
    getModuleIds: () => Object.keys(all).values(),
    getModuleInfo: (at: string) => ({ importers: all[at] ?? [], importedIds: [], dynamicImporters: [] }),
  };
  return sharedChunks()(id, graph);
}

test.each([
  ['the root', [ROOT], 'core'],
  ['the entry and the root', [ENTRY, ROOT], 'core'],
  ['the entry and six screens', [ENTRY, ...screens], 'core'],
  ['the entry and one screen', [ENTRY, ...screens.slice(0, 1)], 'core'],
  ['six screens', screens, 'screens'],
  ['one screen', screens.slice(0, 1), undefined],
  ['only the entry', [ENTRY], undefined],
])('a module of %s is in the chunk of the pages that load it', (_, importers, chunk) => {
  expect(chunkOf('/app/shared.ts', { '/app/shared.ts': importers })).toBe(chunk);
});

test('a library of the entry and six screens is in the chunk of every page', () => {
  const id = '/node_modules/library/index.js';
  expect(chunkOf(id, { [id]: [ENTRY, ...screens] })).toBe('vendor');
});
