import type { WantedInstance } from './wanted.ts';

/** The cluster gave no usable answer; whether it acted is unknown. */
export class ClusterUnavailable extends Error {
  override readonly name = 'ClusterUnavailable';
  /** The cluster's `Retry-After`, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(details: { retryAfterMs?: number | undefined; cause?: unknown }) {
    super('The cluster gave no usable answer.', { cause: details.cause });
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The secrets of one process. */
export interface ProcessKeys {
  signInKey: string;
  encryptionKey: string;
  /** Version of the master key behind the sign-in key. */
  signInVersion: number;
}

/** The cluster of a workspace; methods throw ClusterUnavailable when it does not answer. */
export interface Cluster {
  /** Applies the whole wanted instance; harmless to repeat. Returns once the cluster accepted every part. */
  apply(wanted: WantedInstance, keys: ProcessKeys): Promise<void>;
  /** @returns 'ready' when the wanted instance runs, or no unwanted process is left; 'missing' when the cluster lacks it. */
  readiness(wanted: WantedInstance): Promise<'ready' | 'not-ready' | 'missing'>;
  /**
   * Makes the snapshot with this serial of the data of an instance that should not run; harmless to repeat.
   * @returns 'ready' once the snapshot can be used; otherwise as `readiness`.
   */
  saveData(wanted: WantedInstance, snapshot: number): Promise<'ready' | 'not-ready' | 'missing'>;
  /**
   * Removes claims and snapshots from before the wanted instance, and keeps those of a later generation; idempotent.
   * @returns whether none is left.
   */
  prune(wanted: WantedInstance): Promise<boolean>;
  /** Removes everything of a workspace, including its data; harmless to repeat. @returns whether nothing is left. */
  remove(wanted: WantedInstance): Promise<boolean>;
}
