import { rm } from 'node:fs/promises';
import type { Resource } from './resources.ts';
import { workspaceOf } from './resources.ts';
import { serviceSpec, specOf } from './validation.ts';
import { Workload, type WorkloadContext } from './workload.ts';

/** The target of a Service's requests: an unknown service, an unavailable one, or this port. */
export type Endpoint = { kind: 'unknown' } | { kind: 'unavailable' } | { kind: 'ready'; port: number };

/** A workspace, for the index page and the tests. `name` is the workspace's name, without `ws-`. */
export type WorkspaceSummary = {
  name: string;
  service: string;
  phase: 'stopped' | 'waiting' | 'starting' | 'ready' | 'restarting';
  detail: string | undefined;
  pid: number | undefined;
  ready: boolean;
  restarts: number;
  version: string | undefined;
};

function keyOf(object: Resource): string {
  return `${object.metadata.namespace}/${object.metadata.name}`;
}

/**
 * Reconciles the processes with the stored objects: a workspace's process on each of its changes, all processes at an
 * interval.
 */
export class Reconciler {
  readonly #context: WorkloadContext;
  readonly #workloads = new Map<string, Workload>();
  readonly #interval: NodeJS.Timeout;
  readonly #unsubscribe: (() => void)[];

  constructor(context: WorkloadContext) {
    this.#context = context;
    this.#unsubscribe = [
      context.store.onChange((object) => this.#wake(workspaceOf(object.metadata.labels))),
      context.faults.onChange(() => this.#wake()),
    ];
    this.#interval = setInterval(() => this.#wake(), context.timings.reconcileIntervalMs);
    this.#interval.unref();
    for (const claim of context.store.list('persistentvolumeclaims')) {
      // Finishes a deletion that a crash interrupted.
      if (claim.metadata.deletionTimestamp !== undefined)
        void this.#finishClaim(claim.metadata.namespace, claim.metadata.name).catch(console.error);
    }
    this.#wake();
  }

  /**
   * Ends the process that uses a claim, deletes the claim's data, then the claim. Until then, the claim has a
   * deletionTimestamp and counts as absent. (A real cluster lets a claim in use wait for its pod; here its deletion ends
   * the process.)
   */
  async deleteClaim(namespace: string, name: string): Promise<void> {
    const { store, now } = this.#context;
    const claim = store.get('persistentvolumeclaims', namespace, name);
    if (!claim) return;
    const deletionTimestamp = new Date(now()).toISOString();
    store.put('persistentvolumeclaims', { ...claim, metadata: { ...claim.metadata, deletionTimestamp } });
    await this.#finishClaim(namespace, name);
  }

  async #finishClaim(namespace: string, name: string): Promise<void> {
    const users = [...this.#workloads.values()].filter((workload) => workload.namespace === namespace);
    await Promise.all(users.map((workload) => workload.wake()));
    await rm(this.#context.volumePath(namespace, name), { recursive: true, force: true });
    this.#context.store.remove('persistentvolumeclaims', namespace, name);
  }

  /** Removes the StatefulSets of a workspace, or of all (`*`), without the product's knowledge. */
  vanish(workspace: string): void {
    const { store } = this.#context;
    for (const { metadata } of store.list('statefulsets')) {
      if (workspace === '*' || workspaceOf(metadata.labels) === workspace)
        store.remove('statefulsets', metadata.namespace, metadata.name);
    }
  }

  /** Finds the process behind a Service by its selector, as a cluster finds endpoints. */
  endpoint(serviceName: string): Endpoint {
    const { store } = this.#context;
    const service = store.list('services').find(({ metadata }) => metadata.name === serviceName);
    if (!service) return { kind: 'unknown' };
    const selector = Object.entries(serviceSpec.parse(service.spec).selector ?? {});
    for (const statefulSet of store.list('statefulsets', service.metadata.namespace)) {
      const labels = specOf(statefulSet).template.metadata.labels;
      const running = this.#workloads.get(keyOf(statefulSet))?.running;
      const selected = selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
      if (selected && running?.ready) return { kind: 'ready', port: running.process.port };
    }
    return { kind: 'unavailable' };
  }

  workspaces(): WorkspaceSummary[] {
    return this.#context.store
      .list('statefulsets')
      .map((statefulSet) => this.#describe(statefulSet))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Ends every process. */
  async close(): Promise<void> {
    clearInterval(this.#interval);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all([...this.#workloads.values()].map((workload) => workload.close()));
  }

  #describe(statefulSet: Resource): WorkspaceSummary {
    const { name, labels } = statefulSet.metadata;
    const workload = this.#workloads.get(keyOf(statefulSet));
    const running = workload?.running;
    const stopped = specOf(statefulSet).replicas === 0;
    const idle = workload?.waitingFor ? 'waiting' : 'restarting';
    return {
      name: workspaceOf(labels) ?? name,
      service: name,
      phase: running ? (running.ready ? 'ready' : 'starting') : stopped ? 'stopped' : idle,
      detail: workload?.waitingFor,
      pid: running?.process.pid,
      ready: running?.ready ?? false,
      restarts: workload?.restarts ?? 0,
      version: running?.version,
    };
  }

  /** @param workspace all workspaces if omitted: one change must not cost a pass over every other workspace. */
  #wake(workspace?: string): void {
    const isMeant = (other: string | undefined) => workspace === undefined || other === workspace;
    for (const statefulSet of this.#context.store.list('statefulsets')) {
      const { namespace, name, labels } = statefulSet.metadata;
      const key = keyOf(statefulSet);
      if (isMeant(workspaceOf(labels)) && !this.#workloads.has(key))
        this.#workloads.set(
          key,
          new Workload({ namespace, name, workspace: workspaceOf(labels) }, this.#context),
        );
    }
    for (const [key, workload] of this.#workloads) {
      if (!isMeant(workload.workspace)) continue;
      void workload.wake().then(() => {
        const wanted = this.#context.store.get('statefulsets', workload.namespace, workload.name);
        if (wanted || workload.running || this.#workloads.get(key) !== workload) return;
        this.#workloads.delete(key);
        // Its back-off may still wake it: a new StatefulSet of the same name would have two processes, one of them forever.
        void workload.close();
      });
    }
  }
}
