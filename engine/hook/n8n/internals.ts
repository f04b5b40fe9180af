import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

/** This n8n has no way for the hook to do its work; its message is for the reader of the process's log. */
export class UnknownN8n extends Error {
  override readonly name = 'UnknownN8n';
}

/** What a range of versions uses: a module of n8n's, what it exports, and the methods of that. */
export interface Need {
  module: string;
  exported: string;
  methods: readonly string[];
}

export interface Internals {
  version: string;
  /** @returns a module of n8n's, as n8n itself would load it. */
  load(module: string): Record<string, unknown>;
}

/** @param entry n8n's own start script, beside which its modules stand. @throws UnknownN8n when n8n is not there. */
export function openInternals(entry: string | undefined): Internals {
  if (!entry) throw new UnknownN8n('The hook was not loaded by n8n.');
  try {
    // The image starts it by a link.
    const load = createRequire(realpathSync(entry));
    const { version } = load('../package.json') as { version: string };
    return { version, load: (module) => load(module) as Record<string, unknown> };
  } catch (error) {
    throw new UnknownN8n('The hook found no n8n beside the script that was started.', { cause: error });
  }
}

/** @returns what is missing of what is needed, a phrase each; empty when all is there. */
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
