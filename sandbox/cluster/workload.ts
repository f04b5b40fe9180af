import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterTimings } from '#sandbox/config.ts';
import type { ClusterFaults } from './faults.ts';
import { type Pod, type PodPlan, planPod } from './pod.ts';
import { probe } from './probes.ts';
import type { Launcher, RuntimeProcess } from './processes.ts';
import { workspaceOf } from './resources.ts';
import type { ClusterStore } from './store.ts';

export type WorkloadContext = {
  store: ClusterStore;
  faults: ClusterFaults;
  launcher: Launcher;
  timings: ClusterTimings;
  now: () => number;
  volumePath: (namespace: string, claim: string) => string;
};

type Running = {
  process: RuntimeProcess;
  /** The StatefulSet that started the process: a new StatefulSet of the same name does not own it. */
  uid: string | undefined;
  revision: string;
  version: string;
  claim: string | undefined;
  crash: boolean;
  ready: boolean;
};

const probeTimeoutMs = 1_000;
const failuresUntilUnready = 3;
// A process that lived this long was healthy; its next death resets the back-off.
const healthyAfterMs = 10_000;

/** One StatefulSet's process: at most one runs, from the current pod template. */
export class Workload {
  readonly namespace: string;
  readonly name: string;
  readonly workspace: string | undefined;
  readonly #context: WorkloadContext;
  #running: Running | undefined;
  #isStopping = false;
  #deaths = 0;
  #startAllowedAt = 0;
  #closed = false;
  #restarts = 0;
  #waitingFor: string | undefined;
  /** The pod, which remains while its process waits to start again. */
  #pod: { uid: string | undefined; pod: Pod } | undefined;
  /** The target of the last start; a start of another target inherits no back-off from its deaths. */
  #attempted = '';
  /** The state that the last pass observed: a status written between passes must not claim a later one. */
  #observed: { generation: number; updateRevision: string | undefined } = {
    generation: 0,
    updateRevision: undefined,
  };
  #pass: Promise<void> | undefined;
  #again = false;

  constructor(
    identity: { namespace: string; name: string; workspace: string | undefined },
    context: WorkloadContext,
  ) {
    this.namespace = identity.namespace;
    this.name = identity.name;
    this.workspace = identity.workspace;
    this.#context = context;
  }

  /** Deaths that were followed by a start, as `kubectl get pods` counts restarts. */
  get restarts(): number {
    return this.#restarts;
  }

  get running(): Readonly<Running> | undefined {
    return this.#running;
  }

  /** Why no process runs although one should. */
  get waitingFor(): string | undefined {
    return this.#waitingFor;
  }

  /** Reconciles the process with the StatefulSet. Resolves once that is done, for the state as of this call. */
  wake(): Promise<void> {
    this.#again = true;
    this.#pass ??= this.#passes();
    return this.#pass;
  }

  /** Ends the process permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.wake();
  }

  async #passes(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.#reconcile();
      } catch (error) {
        // The next interval tries again; the failure is logged, and does not fail the caller of an unrelated change.
        console.error(`${this.namespace}/${this.name}`, error);
        this.#waitingFor = error instanceof Error ? error.message : String(error);
      }
    }
    // In the same turn as the last check of `#again`: a wake in between would be lost.
    this.#pass = undefined;
  }

  async #reconcile(): Promise<void> {
    const { store, faults, launcher, now } = this.#context;
    const statefulSet = store.get('statefulsets', this.namespace, this.name);
    const plan = statefulSet && !this.#closed ? planPod(store, statefulSet) : { kind: 'none' as const };
    const crash = faults.of(workspaceOf(statefulSet?.metadata.labels)) === 'crash-loop';
    const uid = statefulSet?.metadata.uid;
    const running = this.#running;
    if (plan.kind === 'none' || this.#pod?.uid !== uid) this.#pod = undefined;
    const wanted = this.#choosePod(plan);

    this.#observed = {
      generation: statefulSet?.metadata.generation ?? 0,
      updateRevision:
        plan.kind === 'none' ? undefined : plan.kind === 'run' ? plan.pod.revision : plan.revision,
    };
    if (
      running &&
      (running.revision !== wanted?.revision || running.crash !== crash || running.uid !== uid)
    ) {
      this.#running = undefined;
      if (running.revision !== wanted?.revision) this.#pod = undefined;
      // A pod counts until its process is gone.
      this.#isStopping = true;
      this.#publish();
      await running.process.stop();
      this.#isStopping = false;
      this.#again = true;
      return;
    }
    const attempt = `${wanted?.revision} ${crash}`;
    if (attempt !== this.#attempted) {
      this.#attempted = attempt;
      this.#startAllowedAt = 0;
      this.#deaths = 0;
    }
    this.#waitingFor = plan.kind === 'waiting' ? plan.reason : undefined;
    if (wanted && !running && now() >= this.#startAllowedAt) {
      const volume = this.#context.volumePath(this.namespace, wanted.claim ?? `scratch-${this.name}`);
      const key = `${this.namespace}_${this.name}`;
      const process = await launcher.launch({ key, pod: wanted, volume, crash, now: now() });
      const { revision, version, claim, readinessPath } = wanted;
      this.#pod = { uid, pod: wanted };
      const started: Running = { process, uid, revision, version, claim, crash, ready: false };
      this.#running = started;
      if (this.#deaths > 0) this.#restarts += 1;
      void process.exited.then(() => this.#onDeath(started));
      void this.#watch(started, readinessPath);
    }
    this.#publish();
  }

  /**
   * A StatefulSet replaces no pod that is not ready, whatever its template has become: such a pod ends with its deletion, or
   * without replicas (https://github.com/kubernetes/kubernetes/issues/67250).
   */
  #choosePod(plan: PodPlan): Pod | undefined {
    if (plan.kind !== 'run') return undefined;
    const pod = this.#pod?.pod;
    return pod && pod.revision !== plan.pod.revision && !this.#running?.ready ? pod : plan.pod;
  }

  #onDeath(dead: Running): void {
    if (this.#running !== dead) return;
    this.#running = undefined;
    const { restartBackoffMs, restartBackoffMaxMs } = this.#context.timings;
    if (this.#context.now() - dead.process.startedAt > healthyAfterMs) this.#deaths = 0;
    const backoffMs = Math.min(restartBackoffMs * 2 ** this.#deaths, restartBackoffMaxMs);
    this.#deaths += 1;
    this.#startAllowedAt = this.#context.now() + backoffMs;
    void this.wake();
    // Unreferenced: a waiting restart must not keep the sandbox alive after a termination signal.
    setTimeout(() => void this.wake(), backoffMs + 5).unref();
  }

  async #watch(watched: Running, path: string | undefined): Promise<void> {
    const { timings, now, faults, store } = this.#context;
    const { port, startedAt } = watched.process;
    let failures = 0;
    while (this.#running === watched) {
      const answered = path === undefined || (await probe(port, path, probeTimeoutMs));
      if (this.#running !== watched) return;
      failures = answered ? 0 : failures + 1;
      const statefulSet = store.get('statefulsets', this.namespace, this.name);
      const held =
        !watched.ready &&
        faults.of(workspaceOf(statefulSet?.metadata.labels)) === 'slow' &&
        now() - startedAt < timings.slowReadyMs;
      const ready = !held && (answered || (watched.ready && failures < failuresUntilUnready));
      if (ready !== watched.ready) {
        watched.ready = ready;
        this.#publish();
      }
      const pauseMs = ready ? timings.probeReadyIntervalMs : timings.probeUnreadyIntervalMs;
      await Promise.race([sleep(pauseMs, undefined, { ref: false }), watched.process.exited]);
    }
  }

  #publish(): void {
    const { generation, updateRevision } = this.#observed;
    const running = this.#running;
    const ready = running?.ready ? 1 : 0;
    this.#context.store.putStatus('statefulsets', this.namespace, this.name, {
      observedGeneration: generation,
      replicas: this.#pod || running || this.#isStopping ? 1 : 0,
      // The real API omits a count of zero here, so a product that does not expect that fails in the sandbox too.
      ...(ready > 0 ? { readyReplicas: ready } : {}),
      availableReplicas: ready,
      currentReplicas: this.#pod ? 1 : 0,
      ...(running ? { currentRevision: running.revision } : {}),
      ...(updateRevision === undefined ? {} : { updateRevision }),
      collisionCount: 0,
    });
  }
}
