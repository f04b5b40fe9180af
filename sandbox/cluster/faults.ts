import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';

/**
 * `api-429` asks every caller to come back a second later, `api-conflict` lets no write through since somebody else is
 * always faster; `gone` takes the StatefulSet away.
 */
export const faultModes = [
  'none',
  'slow',
  'crash-loop',
  'api-500',
  'api-429',
  'api-conflict',
  'api-timeout',
  'gone',
] as const;

/** `workspace` is a workspace's name, or `*` for the whole cluster. */
export const faultRequest = z.object({ workspace: z.string().min(1).max(63), mode: z.enum(faultModes) });

/** `gone` happens once and is over, so it is never a standing fault. */
const standing = z.enum(['slow', 'crash-loop', 'api-500', 'api-429', 'api-conflict', 'api-timeout']);
const stored = z.record(z.string(), standing);

export type StandingFault = z.infer<typeof standing>;

/** What is wrong with the cluster, for one workspace or for all. Kept on disk: a restart does not repair anything. */
export class ClusterFaults {
  readonly #path: string;
  readonly #modes: Map<string, StandingFault>;
  readonly #listeners = new Set<() => void>();

  constructor(path: string) {
    this.#path = path;
    this.#modes = new Map(Object.entries(stored.parse(readJsonFile(path) ?? {})));
  }

  /** The fault a workspace feels: that of the whole cluster, when there is one, before its own. */
  of(workspace: string | undefined): StandingFault | 'none' {
    return (
      this.#modes.get('*') ?? (workspace === undefined ? undefined : this.#modes.get(workspace)) ?? 'none'
    );
  }

  /** What was switched for this very name, `*` included. */
  faultOf(workspace: string): StandingFault | 'none' {
    return this.#modes.get(workspace) ?? 'none';
  }

  /** Every name with a fault, `*` included. */
  names(): string[] {
    return [...this.#modes.keys()];
  }

  /** Sets or clears a fault. Clearing `*` clears every workspace's too: the cluster is well again. */
  set(workspace: string, mode: StandingFault | 'none'): void {
    if (mode !== 'none') this.#modes.set(workspace, mode);
    else if (workspace === '*') this.#modes.clear();
    else this.#modes.delete(workspace);
    writeJsonFile(this.#path, Object.fromEntries(this.#modes));
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
