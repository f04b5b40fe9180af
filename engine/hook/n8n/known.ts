import { type Internals, missingOf, UnknownN8n } from './internals.ts';
import type { N8n } from './n8n.ts';
import { createN8n } from './v2-40/index.ts';
import { needs } from './v2-40/needs.ts';

interface Range {
  /** Minor versions, such as `2.40`. */
  minors: readonly string[];
  needs: Parameters<typeof missingOf>[1];
  createN8n(internals: Internals): N8n;
}

const ranges: readonly Range[] = [{ minors: ['2.40', '2.41'], needs, createN8n }];

/**
 * @returns the parts of this n8n that the hook uses.
 * @throws UnknownN8n that names what is missing: a version whose internals moved must not work by halves.
 */
export function n8nOf(internals: Internals): N8n {
  const minor = internals.version.split('.').slice(0, 2).join('.');
  const range = ranges.find(({ minors }) => minors.includes(minor));
  if (!range) {
    const known = ranges.flatMap(({ minors }) => minors).join(', ');
    throw new UnknownN8n(`The hook does not know n8n ${internals.version}. It knows ${known}.`);
  }
  const missing = missingOf(internals, range.needs);
  if (missing.length > 0)
    throw new UnknownN8n(
      `n8n ${internals.version} is not as the hook knows it. Missing: ${missing.join(', ')}.`,
    );
  return range.createN8n(internals);
}
