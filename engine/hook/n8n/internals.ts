import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The hook cannot work with this n8n; the message is for the reader of the process's log. */
export class UnknownN8n extends Error {
  override readonly name = 'UnknownN8n';
}

/** The internals of a range of versions that the hook uses: n8n's modules, their exports, and the exports' methods. */
export interface Need {
  module: string;
  exported: string;
  methods: readonly string[];
}

export interface Internals {
  version: string;
  /** @returns one of n8n's modules, loaded as by n8n itself. */
  load(module: string): Record<string, unknown>;
}

/** @param entry n8n's own start script, beside which its modules are. @throws UnknownN8n without n8n. */
export function openInternals(entry: string | undefined): Internals {
  if (!entry) throw new UnknownN8n('The hook was not loaded by n8n.');
  try {
    // The image starts n8n by a symbolic link.
    const load = createRequire(realpathSync(entry));
    const { version } = load('../package.json') as { version: string };
    return { version, load: (module) => load(module) as Record<string, unknown> };
  } catch (error) {
    throw new UnknownN8n('The hook found no n8n beside the script that was started.', { cause: error });
  }
}

/** @returns a phrase for each missing need; empty when nothing is missing. */
export function missingOf({ load }: Internals, needs: readonly Need[]): string[] {
  return needs.flatMap(({ module, exported, methods }) => {
    try {
      const found = load(module)[exported];
      if (found === undefined) return [`${exported} of ${module}`];
      const prototype = typeof found === 'function' ? (found.prototype as object | undefined) : undefined;
      return methods
        .filter((method) => typeof Reflect.get(prototype ?? Object(found), method) !== 'function')
        .map((method) => `${exported}.${method}`);
    } catch {
      return [module];
    }
  });
}
