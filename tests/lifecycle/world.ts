import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import type { InstanceEvent, Refusal } from '#app/domain/instance/machine/events.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { alarmClock } from '#durable-objects/alarm-clock.ts';
import { workspaceInstance } from '#durable-objects/workspace/instance.ts';
import type { InstancePorts } from '#durable-objects/workspace/ports.ts';
import { SimulatedCluster } from './cluster.ts';
import { Fates, type Life, whileAlive } from './fate.ts';
import { ChangeInvariants, checkAtRest } from './invariants.ts';
import { Broken, must } from './must.ts';
import { namesAsArchive, Outside } from './outside.ts';
import { DurableStore } from './store.ts';

const START = Date.UTC(2026, 0, 1);
const CLUSTER = 'eu-1';

/** The object in memory. */
interface LivingObject {
  life: Life;
  alarms: ReturnType<typeof alarmClock>;
  instance: ReturnType<typeof workspaceInstance>;
}

interface TellingChanges {
  limit?: number;
  isOld?: boolean;
  clusterId?: string;
  accountId?: string;
}

/** What an event came to; 'crashed' when the object died over it. */
export type Outcome = InstanceState | Refusal | null | 'crashed';

/** One workspace, its platform and its surroundings; the object itself is the real one. */
export class World {
  #now = START;
  /** The latest the clock has ever shown. */
  latest = START;
  /** The same, since the subscription was last told. */
  latestSinceTold = START;
  readonly store = new DurableStore();
  readonly invariants: ChangeInvariants = new ChangeInvariants(this);
  readonly cluster: SimulatedCluster = new SimulatedCluster({
    now: () => this.#now,
    onRemoval: () => this.invariants.checkRemoval(this.store.state),
  });
  readonly outside = new Outside(this.cluster, () => this.#now);
  readonly fates = new Fates(() => {
    const [restoreStore, restoreSeen] = [this.store.snapshot(), this.invariants.snapshot()];
    return () => {
      restoreStore();
      restoreSeen();
    };
  });
  entitlement: Entitlement = { kind: 'trial', endsAt: START + 14 * DAY_MS };
  limit = 1_000;
  releases: Release[] = ['1.0.0', '1.1.0', '2.0.0', '2.1.0', '2.2.0'].map((name) => ({
    name,
    createdAt: START,
    hasBreakingChange: name === '2.0.0',
    hasSecurityFix: false,
  }));
  #factsRevision = 0;
  /** Null while nothing has woken it: what is kept must bring it back by itself. */
  #object: LivingObject | null = null;
  #isAlarmRunning = false;
  /** What went on beside something else, and may go on after it. */
  #beside: Promise<unknown> = Promise.resolve();
  #broken: Broken | null = null;

  constructor() {
    this.store.onCommit = (before, decision) => this.invariants.check(before, decision);
    this.store.onTurn = () => this.fates.turnEnded();
  }

  get now(): number {
    return this.#now;
  }

  set now(at: number) {
    this.#now = at;
    this.latest = Math.max(this.latest, at);
    this.latestSinceTold = Math.max(this.latestSinceTold, at);
  }

  /** Whether the object follows what it was last told: a telling that it did not survive is repeated some other time. */
  get isUpToDate(): boolean {
    return this.state?.facts.factsRevision === this.#factsRevision;
  }

  get state(): InstanceState | null {
    return this.store.state;
  }

  #compose(): LivingObject {
    const life: Life = { isOver: false };
    const call = <T>(effect: () => T) => this.fates.call(life, effect);
    const clock = { now: () => this.#now };
    // Failures of the outside are expected here; a broken promise is not, whoever catches it.
    const reportError = (error: unknown) => {
      if (error instanceof Broken) this.#broken ??= error;
    };
    const cluster = this.cluster.port(call);
    const alarms = alarmClock({
      clock,
      store: whileAlive(life, this.store.scheduleStore),
      toRealTime: (at) => at,
      alarm: whileAlive(life, this.store.alarm),
      reportError,
    });
    const ports: InstancePorts = {
      clock,
      store: whileAlive(life, this.store.port),
      alarms,
      clusterOf: (clusterId) => {
        must(clusterId === CLUSTER, 'no other cluster is asked: it would start a second process');
        return cluster;
      },
      signInKeyOf: async () => '',
      keysFor: async () => ({ signInKey: '', encryptionKey: '', signInVersion: 1 }),
      process: this.outside.process(call),
      backups: this.outside.backupStore(call),
      releases: () => call(() => this.releases),
      sendOutbox: (_facts, items) => call(() => this.outside.take(items)),
      push: () => {},
      isWatched: () => false,
      archives: namesAsArchive,
      reportError,
    };
    // The backups of its days have no say in what becomes of a workspace.
    const instance = workspaceInstance(ports, { dayPassed() {}, dropOld() {}, wake: async () => {} });
    return { life, alarms, instance };
  }

  /** The object is thrown away; the next one is built from what it kept, when something wakes it. */
  evict(): void {
    this.fates.forget();
    if (this.#object) this.#object.life.isOver = true;
    this.#object = null;
  }

  async wake(): Promise<LivingObject> {
    if (this.#object) return this.#object;
    const object = this.#compose();
    this.#object = object;
    await object.alarms.ensureArmed();
    return object;
  }

  /** A call of the object from outside, which it may not survive. */
  call(event: InstanceEvent): Promise<Outcome> {
    return this.#live(({ instance }) => instance.handle(event));
  }

  probe(): Promise<unknown> {
    return this.#live(({ instance }) => instance.probe());
  }

  /** In the middle of something else, which goes on afterwards. */
  async callMeanwhile(event: InstanceEvent): Promise<void> {
    const { instance } = await this.wake();
    await instance.handle(event);
  }

  /** The alarm, perhaps a second time, while something else is still handled. */
  async alarmMeanwhile(): Promise<void> {
    this.#beside = this.#fire(await this.wake());
  }

  fireAlarm(): Promise<unknown> {
    return this.#live((object) => this.#fire(object));
  }

  /** The platform takes the alarm away as it fires. */
  async #fire({ alarms, instance }: LivingObject): Promise<void> {
    this.store.alarmAt = null;
    this.#isAlarmRunning = true;
    await alarms.fire((name) => instance.wake(name));
  }

  async #live<T>(work: (object: LivingObject) => Promise<T>): Promise<T | 'crashed'> {
    const object = await this.wake();
    const lived = await this.fates.survive(object.life, async () => {
      const outcome = await work(object);
      await this.#beside;
      return outcome;
    });
    this.#beside = Promise.resolve();
    const wasAlarmRunning = this.#isAlarmRunning;
    this.#isAlarmRunning = false;
    if (lived !== 'crashed') return lived.outcome;
    // Dying over an alarm, it is given it again; not so when another was set meanwhile, which stands in its place.
    if (wasAlarmRunning) this.store.alarmAt ??= this.#now;
    this.evict();
    return 'crashed';
  }

  tell(entitlement: Entitlement, changes?: TellingChanges): Promise<Outcome> {
    return this.call(this.telling(entitlement, changes));
  }

  /** @returns the event of it; what is neither old nor mixed up holds from now on. */
  telling(entitlement: Entitlement, changes: TellingChanges = {}): InstanceEvent {
    const { limit = this.limit, isOld = false, ...mixedUp } = changes;
    if (!isOld && !mixedUp.accountId) {
      const isNew = JSON.stringify(entitlement) !== JSON.stringify(this.entitlement);
      if (isNew) this.latestSinceTold = this.#now;
      this.entitlement = entitlement;
      this.limit = limit;
      this.#factsRevision += 1;
    }
    const factsRevision = this.#factsRevision - (isOld ? 1 : 0);
    const facts = { ...this.#facts(entitlement, factsRevision), ...mixedUp };
    return { kind: 'facts-received', version: '1.0.0', facts };
  }

  #facts(entitlement: Entitlement, factsRevision: number): InstanceFacts {
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
        memoryMib: this.limit > 1_000 ? 1_024 : 896,
        cpuMillicores: 150,
        logRetentionDays: 7,
      },
      clusterId: CLUSTER,
      entitlement,
      factsRevision,
    };
  }

  /** To be called after every command: what is always true, and what was found broken on the way. */
  rest(): void {
    if (this.#broken) throw this.#broken;
    checkAtRest(this);
  }
}
