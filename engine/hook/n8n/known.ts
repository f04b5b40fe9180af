import { type Internals, missingOf, UnknownN8n } from './internals.ts';
import type { N8n } from './n8n.ts';
import { createN8n } from './v2-40/index.ts';
import { needs } from './v2-40/needs.ts';

/** Minor versions whose internals are as `v2-40` uses them. */
const MINORS = ['2.40', '2.41'];

/**
 * @returns the parts of this n8n that the hook uses.
 * @throws UnknownN8n that names what is missing: a version whose internals moved must not work by halves.
 */
export function n8nOf(internals: Internals): N8n {
  const { version } = internals;
  if (!MINORS.includes(version.split('.').slice(0, 2).join('.')))
    throw new UnknownN8n(`The hook does not know n8n ${version}. It knows ${MINORS.join(', ')}.`);
  const missing = missingOf(internals, needs);
  if (missing.length > 0)
    throw new UnknownN8n(`n8n ${version} is not as the hook knows it. Missing: ${missing.join(', ')}.`);
  return createN8n(internals);
}
