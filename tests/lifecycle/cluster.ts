import { type Cluster, ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import type { Fates } from './fate.ts';

export const troubles = [
  'none',
  'silent',
  'silent-after',
  'busy',
  'refusing',
  'late',
  'says-ready',
  'says-not-ready',
  'says-missing',
] as const;
/** How the cluster behaves: `silent-after` does what it is told and does not say so; `late` does it some time later. */
export type Trouble = (typeof troubles)[number];

interface Workload {
  /** Another object of the same name has another uid. */
  uid: number;
  wanted: WantedInstance;
  /** The one process, as it was started; null when none is wanted. */
  process: { template: string; readyAt: number } | null;
}

/** A cluster that keeps Kubernetes' promises (one process a set, deletions of what was meant) and breaks all others. */
export class SimulatedCluster {
  trouble: Trouble = 'none';
  bootMs = 0;
  /** The wish that was last taken, and the one that was last asked about. */
  takenWish = 0;
  askedWish = 0;
  workload: Workload | null = null;
  /** What is in the workspace's volume; null when there is none. */
  volume: string | null = null;
  #uids = 0;
  #late: Array<() => void> = [];
  readonly #now: () => number;
  readonly #fates: Fates;
  readonly #onRemoval: () => void;

  constructor(world: { now: () => number; fates: Fates; onRemoval: () => void }) {
    this.#now = world.now;
    this.#fates = world.fates;
    this.#onRemoval = world.onRemoval;
  }

  readonly port: Cluster = {
    apply: (wanted) =>
      this.#fates.call(() => {
        this.#obey(() => this.#apply(wanted));
        this.takenWish = wanted.wish;
      }),
    readiness: (wanted) =>
      this.#fates.call(() => {
        this.askedWish = wanted.wish;
        return this.#readiness(wanted);
      }),
    remove: (wanted) =>
      this.#fates.call(() => {
        this.#onRemoval();
        if (wanted.replicas !== 0) throw new Error('A workspace that is to run is being removed.');
        const uid = this.workload?.uid;
        const volume = this.volume;
        this.#obey(() => {
          // Each deletion names what it means: what was made anew in the meantime is another.
          if (this.workload?.uid === uid) this.workload = null;
          if (this.volume === volume && this.workload === null) this.volume = null;
        });
        return this.workload === null && this.volume === null;
      }),
  };

  get isSane(): boolean {
    return this.trouble === 'none' && this.#late.length === 0;
  }

  get isServing(): boolean {
    const process = this.workload?.process;
    return process !== null && process !== undefined && process.readyAt <= this.#now();
  }

  /** What was under way for so long arrives. */
  landLate(): void {
    for (const land of this.#late.splice(0)) land();
  }

  /** Forgets what is under way: it was lost. */
  heal(): void {
    this.trouble = 'none';
    this.bootMs = 0;
    this.#late = [];
    if (this.workload?.process) this.workload.process.readyAt = this.#now();
  }

  killProcess(): void {
    if (this.workload?.process) this.workload.process.readyAt = this.#now() + this.bootMs;
  }

  loseWorkload(): void {
    this.workload = null;
  }

  #obey(change: () => void): void {
    switch (this.trouble) {
      case 'silent':
        throw new ClusterUnavailable({});
      case 'busy':
        throw new ClusterUnavailable({ retryAfterMs: 20_000 });
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
    this.volume ??= `volume ${this.#uids++}`;
    this.workload ??= { uid: this.#uids++, wanted, process: null };
    const { workload } = this;
    workload.wanted = wanted;
    const { wish: _, replicas, ...template } = wanted;
    const asTemplate = JSON.stringify(template);
    if (replicas === 0) workload.process = null;
    else if (workload.process?.template !== asTemplate) {
      workload.process = { template: asTemplate, readyAt: this.#now() + this.bootMs };
    }
  }

  #readiness(wanted: WantedInstance): 'ready' | 'not-ready' | 'missing' {
    switch (this.trouble) {
      case 'silent':
      case 'late':
      case 'silent-after':
        throw new ClusterUnavailable({});
      case 'busy':
        throw new ClusterUnavailable({ retryAfterMs: 20_000 });
      case 'refusing':
        throw new Error('403');
      case 'says-ready':
        return 'ready';
      case 'says-not-ready':
        return 'not-ready';
      case 'says-missing':
        return 'missing';
      case 'none':
        if (this.workload?.wanted.wish !== wanted.wish) return 'missing';
        return this.isServing && wanted.replicas > 0 ? 'ready' : 'not-ready';
    }
  }
}
