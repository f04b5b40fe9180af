import { type Cluster, ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { must } from './must.ts';
import { SimulatedStorage } from './storage.ts';
import type { Trouble } from './troubles.ts';

interface Workload {
  /** Another object of the same name has another uid. */
  uid: number;
  wanted: WantedInstance;
  /** The running process; null without one. */
  process: { template: string; readyAt: number } | null;
}

/** Versions that never start, and that deactivate their workflows. */
export const CRASHING = '2.3.0';
export const DEACTIVATING = '2.4.0';

type Answer = 'ready' | 'not-ready' | 'missing';
type Caller = <T>(effect: () => T) => Promise<T>;

/** A cluster that keeps Kubernetes' guarantees (one process per set, deletion by uid) and breaks everything else. */
export class SimulatedCluster {
  trouble: Trouble = 'none';
  /** False while the portal's configuration lacks it. */
  isConfigured = true;
  bootMs = 0;
  /** The `Retry-After` of a busy cluster, ms. */
  retryAfterMs = 20_000;
  /** The last accepted generation, and the last probed one. */
  takenGeneration = 0;
  askedGeneration = 0;
  workload: Workload | null = null;
  readonly #storage = new SimulatedStorage();
  /** Whether a late call may have recreated something. */
  canHaveStrays = false;
  #uids = 0;
  #late: Array<() => void> = [];
  #lastTrueAnswer: (wanted: WantedInstance) => Answer = () => 'missing';
  readonly #now: () => number;
  readonly #onRemoval: () => void;

  constructor(world: { now: () => number; onRemoval: () => void }) {
    this.#now = world.now;
    this.#onRemoval = world.onRemoval;
  }

  port(call: Caller): Cluster {
    return {
      apply: (wanted) =>
        call(() => {
          this.obey(
            () => this.#apply(wanted),
            () => this.#storage.claim(wanted),
          );
          this.takenGeneration = wanted.generation;
        }),
      readiness: (wanted) =>
        call(() => {
          this.askedGeneration = wanted.generation;
          return this.#readiness(wanted);
        }),
      saveData: (wanted, snapshot) => call(() => this.#saveData(wanted, snapshot)),
      prune: (wanted) => call(() => this.#prune(wanted)),
      remove: (wanted) => call(() => this.#remove(wanted)),
    };
  }

  /** Any remaining volume or snapshot; null without one. */
  get volume(): string | null {
    return this.#storage.volume;
  }

  /** Content of the volume that the last workload mounts. */
  get content(): string | null {
    return this.#storage.content;
  }

  /** People who have left and whom the data still admits. */
  get letsIn(): string[] {
    return this.#storage.letsIn;
  }

  /** Records that a person has left, as the object knows. */
  leave(email: string): void {
    this.#storage.left.add(email);
  }

  /** Tells the serving process that a person has left. */
  tell(email: string): void {
    if (!this.isServing) throw new Error('503');
    this.#storage.tell(email);
  }

  get activeWorkflows(): number {
    return this.workload?.wanted.version === DEACTIVATING ? 0 : 1;
  }

  get isServing(): boolean {
    const process = this.workload?.process;
    return process !== null && process !== undefined && process.readyAt <= this.#now();
  }

  /** Delivers the delayed calls. */
  landLate(): void {
    for (const land of this.#late.splice(0)) {
      this.canHaveStrays = true;
      land();
    }
  }

  /** Drops the delayed calls. */
  heal(): void {
    this.trouble = 'none';
    this.bootMs = 0;
    this.#late = [];
    if (this.workload?.process) this.workload.process.readyAt = this.#readyAt(this.workload.wanted);
  }

  killProcess(): void {
    if (this.workload?.process) this.workload.process.readyAt = this.#readyAt(this.workload.wanted);
  }

  loseWorkload(): void {
    this.workload = null;
  }

  /** Makes a change as the cluster's trouble lets it. @throws when the cluster gives no usable answer. */
  obey(change: () => void, firstPart: () => void): void {
    switch (this.trouble) {
      case 'half':
        firstPart();
        throw new ClusterUnavailable({});
      case 'silent':
        throw new ClusterUnavailable({});
      case 'busy':
        throw new ClusterUnavailable({ retryAfterMs: this.retryAfterMs });
      case 'refusing':
        throw new Error('422');
      case 'late':
        this.#late.push(change);
        throw new ClusterUnavailable({});
      case 'silent-after':
        change();
        throw new ClusterUnavailable({});
      default:
        change();
    }
  }

  #apply(wanted: WantedInstance): void {
    const data = this.#storage.mount(wanted);
    this.workload ??= { uid: this.#uids++, wanted, process: null };
    const { workload } = this;
    workload.wanted = wanted;
    // Only the Services depend on `isClosed`.
    const { generation: _, isClosed: _closed, replicas, ...template } = wanted;
    const asTemplate = JSON.stringify(template);
    if (replicas === 0) workload.process = null;
    else if (workload.process?.template !== asTemplate) {
      workload.process = null;
      // A process waits for the data of its claim.
      if (!data) return;
      if (wanted.purpose === 'serve') data.servings += 1;
      workload.process = { template: asTemplate, readyAt: this.#readyAt(wanted) };
    }
  }

  #readyAt({ version }: WantedInstance): number {
    return version === CRASHING ? Number.POSITIVE_INFINITY : this.#now() + this.bootMs;
  }

  #saveData(wanted: WantedInstance, serial: number): Answer {
    this.askedGeneration = wanted.generation;
    const stopped = this.#readiness(wanted);
    // A cluster never reports a snapshot that it did not make.
    if (this.trouble !== 'none') return stopped === 'ready' ? 'not-ready' : stopped;
    if (stopped !== 'ready') return stopped;
    must(!this.workload?.process, 'data is saved while nothing writes to it');
    return this.#storage.save(wanted, serial) ? 'ready' : 'not-ready';
  }

  #prune(wanted: WantedInstance): boolean {
    this.obey(
      () => this.#storage.prune(wanted),
      () => {},
    );
    return true;
  }

  #remove(wanted: WantedInstance): boolean {
    this.#onRemoval();
    must(wanted.replicas === 0, 'a workspace that is to run is not removed');
    const uid = this.workload?.uid;
    const removeStorage = this.#storage.removal();
    // Each deletion has a uid: a recreated object has another one.
    const removeWorkload = () => {
      if (this.workload?.uid === uid) this.workload = null;
    };
    this.obey(() => {
      removeWorkload();
      if (this.workload === null) removeStorage();
    }, removeWorkload);
    return this.workload === null && this.volume === null;
  }

  #readiness(wanted: WantedInstance): Answer {
    switch (this.trouble) {
      case 'silent':
      case 'late':
      case 'half':
      case 'silent-after':
        throw new ClusterUnavailable({});
      case 'busy':
        throw new ClusterUnavailable({ retryAfterMs: this.retryAfterMs });
      case 'refusing':
        throw new Error('403');
      case 'says-ready':
        return 'ready';
      case 'says-not-ready':
        return 'not-ready';
      case 'says-missing':
        return 'missing';
      case 'stale':
        return this.#lastTrueAnswer(wanted);
      case 'none': {
        const generation = this.workload?.wanted.generation;
        const isReady = this.isServing;
        const isStopped = this.workload?.process === null;
        this.#lastTrueAnswer = (asked) => {
          if (generation !== asked.generation) return 'missing';
          return (asked.replicas > 0 ? isReady : isStopped) ? 'ready' : 'not-ready';
        };
        return this.#lastTrueAnswer(wanted);
      }
    }
  }
}
