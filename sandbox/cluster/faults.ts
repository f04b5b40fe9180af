import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';

/**
 * `api-429` makes every caller retry a second later; `api-conflict` refuses every write, as if another writer were always
 * faster; `gone` removes the StatefulSet.
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

/** `gone` happens once, so it never persists. */
const standing = z.enum(['slow', 'crash-loop', 'api-500', 'api-429', 'api-conflict', 'api-timeout']);
const stored = z.record(z.string(), standing);

export type StandingFault = z.infer<typeof standing>;

/** The faults of the cluster, for one workspace or for all. Kept on disk: a restart repairs nothing. */
export class ClusterFaults {
  readonly #path: string;
  readonly #modes: Map<string, StandingFault>;
  readonly #listeners = new Set<() => void>();

  constructor(path: string) {
    this.#path = path;
    this.#modes = new Map(Object.entries(stored.parse(readJsonFile(path) ?? {})));
  }

  /** The fault that affects a workspace: the whole cluster's, if it has one, before the workspace's own. */
  of(workspace: string | undefined): StandingFault | 'none' {
    return (
      this.#modes.get('*') ?? (workspace === undefined ? undefined : this.#modes.get(workspace)) ?? 'none'
    );
  }

  /** The fault set for exactly this name, which can be `*`. */
  faultOf(workspace: string): StandingFault | 'none' {
    return this.#modes.get(workspace) ?? 'none';
  }

  /** Every name with a fault, including `*`. */
  names(): string[] {
    return [...this.#modes.keys()];
  }

  /** Sets or clears a fault. Clearing `*` clears every workspace's fault too. */
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
