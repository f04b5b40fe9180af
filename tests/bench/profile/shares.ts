import type { SourceMap } from 'node:module';
import type { CpuProfile } from './inspector.ts';

/** The share of one name in the time. */
export interface Share {
  name: string;
  /** Of the Worker's own time, from 0 to 1. */
  share: number;
}

/** V8's names for the time outside the Worker's code. */
const IDLE = new Set(['(idle)', '(root)']);

/**
 * Sums a profile's time by package and by function.
 * @param mapOf the source map of a module; undefined without one.
 */
export function sharesOf(
  profile: CpuProfile,
  mapOf: (url: string) => SourceMap | undefined,
): { packages: Share[]; functions: Share[] } {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    const took = profile.timeDeltas[index] ?? 0;
    if (!frame || IDLE.has(frame.functionName)) return;
    total += took;
    const entry = mapOf(frame.url)?.findEntry(frame.lineNumber, frame.columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : '';
    const line = entry && 'originalLine' in entry ? entry.originalLine + 1 : null;
    const named = entry && 'name' in entry && entry.name ? entry.name : frame.functionName;
    const pack = packageOf(source, frame);
    add(packages, pack, took);
    // Minified names and anonymous functions say little without their place.
    const place = line === null ? '' : `, ${source.split('/').slice(-2).join('/')}:${line}`;
    add(functions, `${named || '(anonymous)'}, ${pack}${place}`, took);
  });
  return { packages: rankShares(packages, total), functions: rankShares(functions, total) };
}

/** @returns the npm package of a source, the product's folder, or V8's name for its own work. */
function packageOf(source: string, frame: { functionName: string; url: string }): string {
  const npm = source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  if (npm) return npm;
  const own = source.match(/(?:^|\/)(app\/[^/]+|workers|durable-objects|db)\//)?.[1];
  if (own) return own;
  if (frame.functionName.startsWith('(')) return frame.functionName;
  return frame.url.startsWith('node') || frame.url === '' ? 'workerd' : 'glue of the bundle';
}

function add(sums: Map<string, number>, name: string, took: number): void {
  sums.set(name, (sums.get(name) ?? 0) + took);
}

function rankShares(sums: ReadonlyMap<string, number>, total: number): Share[] {
  return [...sums]
    .map(([name, took]) => ({ name, share: took / total }))
    .toSorted((a, b) => b.share - a.share);
}
