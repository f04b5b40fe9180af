/** The parts of Rollup's `ModuleInfo` that this reads: https://rollupjs.org/plugin-development/#this-getmoduleinfo */
interface Module {
  importers: readonly string[];
  importedIds: readonly string[];
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleIds(): IterableIterator<string>;
  getModuleInfo(id: string): Module | null;
}

/** Rollup places the modules of fewer pages, unless the browser's entry imports them too, in a chunk for each distinct set of pages. */
const MIN_PAGES = 5;

/** Where the pages that share a chunk meet: a module goes into the first whose pages include all of its own. */
const MEETING_POINTS = [
  { chunk: 'screens', module: '/app/components/layout/default-layout.tsx' },
  { chunk: 'forms', module: '/app/components/form/field-frame.tsx' },
];

/**
 * Decides what the scripts of several pages share (Rollup's `manualChunks`). By itself Rollup makes up to 30 files for a page, most of
 * them under a kilobyte. Most shared modules are in four chunks: `vendor` (every page's libraries, which stay in the browser's
 * cache while the app uses the same libraries), `core` (what every page loads), `screens` (of signed-in people) and `forms`. A page loads parts that it does not use,
 * and yet fewer bytes, because one large file compresses better (docs/decisions/speed.md).
 * @returns a module's chunk; undefined where Rollup decides.
 * @throws if a meeting point is not in the graph.
 */
export function sharedChunks(): (id: string, graph: ModuleGraph) => string | undefined {
  const pagesOf = memoizeById(listPages);
  const isLibrary = memoizeById(importsLibrariesAlone);
  return (id, graph) => {
    if (isPage(id)) return;
    const pages = pagesOf(id, graph);
    // Every page loads the root's modules and the entry's. What only the entry imports stays in its own file.
    if ([...pages].some(isRoot) || (pages.size > 1 && [...pages].some(isEntry)))
      return isLibrary(id, graph) ? 'vendor' : 'core';
    if (pages.size < MIN_PAGES) return;
    const shared = MEETING_POINTS.find(({ module }) => {
      const meeting = pagesOf(idOf(module, graph), graph);
      return [...pages].every((page) => meeting.has(page));
    });
    return shared?.chunk ?? 'core';
  };
}

/** @returns whether a module is an entry of the build: a route's part for the browser, by Remix's mark, or Remix's own entry. */
function isPage(id: string): boolean {
  return id.includes('?__remix-build-client-route') || isEntry(id);
}

function isEntry(id: string): boolean {
  return id.endsWith('/app/entry.client.tsx');
}

function isRoot(page: string): boolean {
  return page.includes('/app/root.tsx');
}

/**
 * @returns the routes, and the browser's entry, that import a module statically; none for what is also imported on demand, as the
 *   server's own import of it is dropped from the browser's build. A dependency has all pages of its importers, so chunks never import each other in a cycle.
 */
function listPages(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>();
  const walk = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    const { importers, dynamicImporters } = graph.getModuleInfo(at) ?? {
      importers: [],
      dynamicImporters: [],
    };
    if (!isPage(at) && dynamicImporters.length === 0) importers.forEach(walk);
  };
  walk(id);
  return new Set([...seen].filter(isPage));
}

/** @returns whether a module imports only libraries; some import modules of the app (`vite.unused.ts`), which load after `vendor`. */
function importsLibrariesAlone(id: string, graph: ModuleGraph): boolean {
  const seen = new Set<string>();
  const walk = (at: string): boolean => {
    if (seen.has(at)) return true;
    seen.add(at);
    const isLibrary = at.includes('/node_modules/') || at.includes('commonjsHelpers');
    return isLibrary && (graph.getModuleInfo(at)?.importedIds ?? []).every(walk);
  };
  return walk(id);
}

function idOf(path: string, graph: ModuleGraph): string {
  for (const id of graph.getModuleIds()) if (id.endsWith(path)) return id;
  throw new Error(`vite.chunks.ts names ${path}, which no page imports.`);
}

/** There is one graph per load of the configuration. */
function memoizeById<Result>(compute: (id: string, graph: ModuleGraph) => Result) {
  const known = new Map<string, Result>();
  return (id: string, graph: ModuleGraph): Result => {
    if (!known.has(id)) known.set(id, compute(id, graph));
    return known.get(id) as Result;
  };
}
