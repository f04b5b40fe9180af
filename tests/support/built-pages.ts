import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** A page of a Remix build, as its manifest describes it. */
export interface BuiltPage {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, BuiltPage>;
}

/** The browser's files of one Remix build. */
export interface BuiltPages {
  pages: Record<string, BuiltPage>;
  /** The manifest's own file, which every page loads. */
  manifestFile: string;
  /**
   * @returns the files of the scripts that a visit loads: those of the page, of its parent routes, and their shared ones.
   */
  scriptsOf(page: BuiltPage): string[];
  /** @returns the bytes of JavaScript that a visit loads, gzip: the scripts and the manifest. */
  scriptBytesOf(page: BuiltPage): number;
}

/** @param folder of the browser's build. @throws without a build. */
export function readBuiltPages(folder = 'build/client'): BuiltPages {
  const [manifestFile] = globSync(`${folder}/assets/manifest-*.js`);
  if (manifestFile === undefined) throw new Error(`${folder} has no build: run \`npm run build\` there.`);
  const source = readFileSync(manifestFile, 'utf8');
  const manifest = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)) as Manifest;
  const scriptsOf = (page: BuiltPage) => {
    const scripts = new Set([manifest.entry.module, ...manifest.entry.imports]);
    for (
      let at: BuiltPage | undefined = page;
      at;
      at = at.parentId === undefined ? undefined : manifest.routes[at.parentId]
    )
      for (const script of [at.module, ...(at.imports ?? [])]) scripts.add(script);
    return [...scripts].map((path) => `${folder}${path}`);
  };
  const scriptBytesOf = (page: BuiltPage) =>
    [...scriptsOf(page), manifestFile].reduce((sum, file) => sum + gzipBytes(file), 0);
  return { pages: manifest.routes, manifestFile, scriptsOf, scriptBytesOf };
}

/** @returns the size of a Worker's modules as wrangler uploads them, gzip. @throws without a build. */
export function workerBytes(folder = 'build/server'): number {
  const modules = globSync(`${folder}/**/*.js`);
  if (modules.length === 0) throw new Error(`${folder} has no build: run \`npm run build\` there.`);
  return modules.reduce((sum, file) => sum + gzipBytes(file), 0);
}

const sizes = new Map<string, number>();

function gzipBytes(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).length;
  sizes.set(file, known);
  return known;
}
