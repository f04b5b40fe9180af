import type { WantedInstance } from './wanted.ts';

/** A cluster that gave no answer of use; nothing is known of what it did. */
export class ClusterUnavailable extends Error {
  /** What the cluster asked for, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(details: { retryAfterMs?: number | undefined; cause?: unknown }) {
    super('The cluster gave no answer of use.', { cause: details.cause });
    this.name = 'ClusterUnavailable';
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The secrets of one process. */
export interface ProcessKeys {
  signInKey: string;
  encryptionKey: string;
  /** Of the master key, from which the sign-in key follows. */
  signInVersion: number;
}

/** What a workspace's object asks of its cluster; a cluster that does not answer throws ClusterUnavailable. */
export interface Cluster {
  /** Tells the cluster what is wanted, whole; harmless to repeat. Returns once every part was taken. */
  apply(wanted: WantedInstance, keys: ProcessKeys): Promise<void>;
  /** @returns 'ready' only when what runs is what is wanted; 'missing' when the cluster was never told it. */
  readiness(wanted: WantedInstance): Promise<'ready' | 'not-ready' | 'missing'>;
  /** Takes everything of a workspace away, its data too; harmless to repeat. @returns whether nothing is left. */
  remove(wanted: WantedInstance): Promise<boolean>;
}
