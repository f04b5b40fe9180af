import { cp, mkdir, rename, rm } from 'node:fs/promises';
import type { ClusterStore } from './store.ts';
import { claimOfSnapshot, snapshotOfClaim } from './validation.ts';

interface Context {
  store: ClusterStore;
  now: () => number;
  volumePath: (namespace: string, claim: string) => string;
  snapshotPath: (namespace: string, snapshot: string) => string;
}

/** Copies a directory; after a crash the copy is complete or absent. */
async function copyWhole(from: string, to: string): Promise<void> {
  await rm(`${to}.part`, { recursive: true, force: true });
  await mkdir(from, { recursive: true });
  await cp(from, `${to}.part`, { recursive: true });
  await rename(`${to}.part`, to);
}

/** The CSI driver of the cluster: creates snapshots of claims, and claims from snapshots. */
export class Snapshots {
  readonly #context: Context;
  /** Limits each object to one copy at a time. */
  readonly #running = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
    context.store.onChange(({ kind }) => {
      if (kind === 'VolumeSnapshot' || kind === 'PersistentVolumeClaim') this.#work();
    });
    this.#work();
  }

  /** Deletes a snapshot's data. */
  async remove(namespace: string, name: string): Promise<void> {
    await rm(this.#context.snapshotPath(namespace, name), { recursive: true, force: true });
  }

  #work(): void {
    const { store } = this.#context;
    for (const { metadata, status } of store.list('volumesnapshots'))
      if (status === undefined) this.#once(`snapshot ${metadata.uid}`, () => this.#take(metadata));
    for (const claim of store.list('persistentvolumeclaims')) {
      const snapshot = snapshotOfClaim(claim);
      const { phase } = (claim.status ?? {}) as { phase?: string };
      if (snapshot !== undefined && phase === 'Pending')
        this.#once(`claim ${claim.metadata.uid}`, () => this.#fill(claim.metadata, snapshot));
    }
  }

  #once(key: string, copy: () => Promise<void>): void {
    if (this.#running.has(key)) return;
    this.#running.add(key);
    copy()
      .catch((error: unknown) => console.error(`${key} was not copied`, error))
      .finally(() => this.#running.delete(key));
  }

  async #take({ namespace, name }: { namespace: string; name: string }): Promise<void> {
    const { store, now, volumePath, snapshotPath } = this.#context;
    const snapshot = store.get('volumesnapshots', namespace, name);
    if (!snapshot) return;
    const claim = claimOfSnapshot(snapshot);
    if (!store.get('persistentvolumeclaims', namespace, claim)) {
      const error = { message: `the claim ${claim} does not exist` };
      store.putStatus('volumesnapshots', namespace, name, { readyToUse: false, error });
      return;
    }
    await copyWhole(volumePath(namespace, claim), snapshotPath(namespace, name));
    const creationTime = new Date(now()).toISOString();
    store.putStatus('volumesnapshots', namespace, name, { readyToUse: true, creationTime });
    // A claim may be waiting for this snapshot.
    this.#work();
  }

  /** Fills a claim, which waits until its snapshot is ready. */
  async #fill({ namespace, name }: { namespace: string; name: string }, snapshot: string): Promise<void> {
    const { store, volumePath, snapshotPath } = this.#context;
    const { readyToUse } = (store.get('volumesnapshots', namespace, snapshot)?.status ?? {}) as {
      readyToUse?: boolean;
    };
    if (!readyToUse) return;
    await copyWhole(snapshotPath(namespace, snapshot), volumePath(namespace, name));
    const claim = store.get('persistentvolumeclaims', namespace, name);
    // Notifies the listeners, so that the process waiting for this data starts.
    if (claim) store.put('persistentvolumeclaims', { ...claim, status: { phase: 'Bound' } });
  }
}
