import { decide } from '#app/domain/instance/machine/decide.ts';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import { entitles, type Subscription } from '#app/domain/instance/subscription.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { alarmClock } from '#durable-objects/alarm-clock.ts';
import { workspaceInstance } from '#durable-objects/workspace/instance.ts';
import type { InstancePorts } from '#durable-objects/workspace/ports.ts';
import { SimulatedCluster } from './cluster.ts';
import { Fates } from './fate.ts';
import { ChangeInvariants, checkAtRest } from './invariants.ts';
import { DurableStore } from './store.ts';

const START = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
/** More than any chain of immediate alarms needs. */
const MOST_ALARMS = 20;

/** One workspace, its platform and its surroundings; the object itself is the real one. */
export class World {
  now = START;
  readonly store = new DurableStore();
  readonly fates = new Fates();
  readonly cluster = new SimulatedCluster({
    now: () => this.now,
    fates: this.fates,
    onRemoval: () => this.#invariants.checkRemoval(this.store.state),
  });
  /** By key: which life a file holds. */
  readonly backups = new Map<string, { life: number; bytes: number }>();
  isBackupStoreDown = false;
  isDatabaseDown = false;
  executions = 0;
  subscription: Subscription = { kind: 'trial', endsAt: START + 14 * DAY_MS };
  limit = 1_000;
  releases: Release[] = ['1.0.0', '1.1.0', '2.0.0', '2.1.0', '2.2.0'].map((name) => ({
    name,
    createdAt: START,
    hasBreakingChange: name === '2.0.0',
    hasSecurityFix: false,
  }));
  #toldRevision = 0;
  #object = this.#compose();
  readonly #invariants: ChangeInvariants = new ChangeInvariants(this);

  constructor() {
    this.store.onCommit = (before, decision) => this.#invariants.check(before, decision);
  }

  get state(): InstanceState | null {
    return this.store.state;
  }

  #compose() {
    const { store, fates } = this;
    const clock = { now: () => this.now };
    const alarms = alarmClock({
      clock,
      store: store.scheduleStore,
      toRealTime: (at) => at,
      alarm: {
        get: async () => store.alarmAt,
        set: async (at) => {
          store.alarmAt = at;
        },
        clear: async () => {
          store.alarmAt = null;
        },
      },
      reportError: rethrowBroken,
    });
    const ports: InstancePorts = {
      clock,
      store: store.port,
      alarms,
      clusterOf: () => this.cluster.port,
      keysOf: async () => ({ signInKey: '', encryptionKey: '' }),
      process: {
        usage: () =>
          fates.call(() => {
            if (!this.cluster.isServing) throw new Error('503');
            return { timeframe: timeframeOf(this.now), executions: this.executions, activeWorkflows: 1 };
          }),
        exportWorkflows: () =>
          fates.call(() => {
            const isBackup = this.cluster.workload?.wanted.purpose === 'backup';
            if (!this.cluster.isServing || !isBackup) throw new Error('503');
            return new ReadableStream<Uint8Array>();
          }),
      },
      backups: {
        put: (key) =>
          fates.call(() => {
            if (this.isBackupStoreDown) throw new Error('The backup store is down.');
            this.backups.set(key, { life: this.state?.life ?? 0, bytes: 2 });
            return 2;
          }),
        has: (key, bytes) =>
          fates.call(() => {
            if (this.isBackupStoreDown) throw new Error('The backup store is down.');
            return this.backups.get(key)?.bytes === bytes;
          }),
        remove: (key) =>
          fates.call(() => {
            if (this.isBackupStoreDown) throw new Error('The backup store is down.');
            this.backups.delete(key);
          }),
      },
      releases: () => fates.call(() => this.releases),
      tellNews: () =>
        fates.call(() => {
          if (this.isDatabaseDown) throw new Error('The database is down.');
        }),
      push: () => {},
      reportError: rethrowBroken,
    };
    return { alarms, instance: workspaceInstance(ports) };
  }

  /** The object is thrown away; what it kept builds the next one, as the platform does. */
  async restartObject(): Promise<void> {
    this.fates.forget();
    this.#object = this.#compose();
    await this.#object.alarms.ensureArmed();
  }

  /** A call of the object from outside, which it may not survive. */
  async call(event: InstanceEvent): Promise<void> {
    await this.#live(async () => {
      await this.#object.instance.handle(event);
    });
  }

  /** The same, in the middle of something else: whatever that is goes on afterwards. */
  async callMeanwhile(event: InstanceEvent): Promise<void> {
    await this.#object.instance.handle(event);
  }

  async look(): Promise<void> {
    await this.#live(() => this.#object.instance.look());
  }

  /** The platform fires the alarm: it is taken away first, and set again should the object die over it. */
  async fireAlarm(): Promise<void> {
    this.store.alarmAt = null;
    const outcome = await this.#live(() =>
      this.#object.alarms.fire((name) => this.#object.instance.wake(name)),
    );
    if (outcome === 'crashed') this.store.alarmAt = Math.min(this.store.alarmAt ?? this.now, this.now);
  }

  async #live(work: () => Promise<void>): Promise<'done' | 'crashed'> {
    const outcome = await this.fates.survive(work);
    if (outcome === 'crashed') await this.restartObject();
    return outcome;
  }

  async tell(subscription: Subscription, changes: { limit?: number; isOld?: boolean } = {}): Promise<void> {
    if (!changes.isOld) {
      this.subscription = subscription;
      this.limit = changes.limit ?? this.limit;
    }
    this.#toldRevision += changes.isOld ? 0 : 1;
    const toldRevision = this.#toldRevision - (changes.isOld ? 1 : 0);
    await this.call({ kind: 'told', version: '1.0.0', facts: this.#facts(subscription, toldRevision) });
  }

  #facts(subscription: Subscription, toldRevision: number): InstanceFacts {
    return {
      workspaceId: 'wks_1',
      accountId: 'acc_ada',
      name: 'ada',
      ownerEmail: 'ada@example.com',
      timezone: 'Etc/UTC',
      limits: {
        monthlyExecutions: this.limit,
        activeWorkflows: 5,
        concurrentExecutions: 5,
        memoryMib: 320,
        cpuMillicores: 10,
        logRetentionDays: 7,
      },
      clusterId: 'local',
      subscription,
      toldRevision,
    };
  }

  /** An event that must be refused, and leaves everything as it is. */
  mustRefuse(event: InstanceEvent): void {
    const before = JSON.stringify(this.state);
    const decision = decide(this.state, event, this.now);
    if (!decision || !('refused' in decision)) throw new Error(`Broken: ${event.kind} had to be refused`);
    if (JSON.stringify(this.state) !== before) throw new Error('Broken: a refusal changed the state');
  }

  rest(): void {
    checkAtRest(this);
  }

  /**
   * All is well again outside: what is wanted must be so after the next look. The hourly comparison of the platform
   * counts as one, since what a lost call does after its workspace was stopped shows nowhere else.
   */
  async settle(): Promise<void> {
    this.fates.forget();
    this.cluster.landLate();
    this.cluster.heal();
    this.isBackupStoreDown = false;
    this.isDatabaseDown = false;
    if (!this.state) return;
    const { workload, volume } = this.cluster;
    // While a look is due, that alone must be enough.
    const isStray =
      !this.store.schedules.has('look') &&
      ((this.state.phase.kind === 'stopped' && workload?.process) ||
        (this.state.phase.kind === 'deleted' && (workload || volume)));
    if (isStray) await this.call({ kind: 'reconciled' });
    const look = this.store.schedules.get('look');
    if (look) this.now = Math.max(this.now, look.dueAt);
    for (let alarms = 0; (this.store.alarmAt ?? Number.POSITIVE_INFINITY) <= this.now; alarms += 1) {
      if (alarms > MOST_ALARMS) throw new Error('Broken: it comes to rest');
      await this.fireAlarm();
    }
    this.rest();
    this.#mustBeAsWanted();
  }

  #mustBeAsWanted(): void {
    const { state, cluster } = this;
    if (!state) return;
    const { kind } = state.phase;
    const isRunning = cluster.workload?.process != null;
    const isEntitled = entitles(state.facts.subscription, this.now);
    const isAsWanted =
      (kind === 'online' && isRunning && isEntitled) ||
      (kind === 'stopped' && !isRunning) ||
      (kind === 'deleted' && cluster.workload === null && cluster.volume === null);
    if (!isAsWanted)
      throw new Error(`Broken: after one poll it is ${kind}, and ${isRunning ? 'runs' : 'does not run'}`);
  }
}

/** Failures of the outside are expected here; a broken invariant is not. */
function rethrowBroken(error: unknown): void {
  if (error instanceof Error && error.message.startsWith('Broken')) throw error;
}
