import { setImmediate } from 'node:timers/promises';
import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import type { InstanceEvent, Refusal } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { type AlarmClock, alarmClock } from '#durable-objects/alarm-clock.ts';
import { type WorkspaceBackups, workspaceBackups } from '#durable-objects/workspace/backups.ts';
import { workspaceInstance } from '#durable-objects/workspace/instance.ts';
import type { ForcedUpdateRehearsals, InstancePorts } from '#durable-objects/workspace/ports.ts';
import { type WorkspaceRehearsals, workspaceRehearsals } from '#durable-objects/workspace/rehearsals.ts';
import { checkAtRest } from './at-rest.ts';
import { backupPorts } from './backups.ts';
import { SimulatedCluster } from './cluster.ts';
import { rehearsalPorts, SimulatedCopy } from './copy.ts';
import { factsOf, releasesOf } from './facts.ts';
import { FaultInjector, type Lifetime, whileAlive } from './fault-injector.ts';
import { ChangeInvariants } from './invariants.ts';
import { Broken } from './must.ts';
import { Outside } from './outside.ts';
import { outsidePorts } from './outside-ports.ts';
import { DurableStore, type SimulatedSchedule } from './store.ts';

const START = Date.UTC(2026, 0, 1);

/** The object in memory. */
interface LivingObject {
  lifetime: Lifetime;
  alarms: AlarmClock<SimulatedSchedule>;
  instance: ReturnType<typeof workspaceInstance>;
  backups: WorkspaceBackups;
  rehearsals: WorkspaceRehearsals;
}

interface FactsChanges {
  limit?: number;
  /** Maximum of paid executions beyond the limit; 0 holds them. */
  paidMax?: number;
  isOld?: boolean;
  clusterId?: string;
  accountId?: string;
}

/** Outcome of an event; 'crashed' when the object died. */
export type Outcome = InstanceState | Refusal | null | 'crashed';

/** One workspace with its platform and surroundings; only the object's code is real. */
export class World {
  #now = START;
  /** Latest time of the clock so far. */
  latest = START;
  /** The same, since the last facts. */
  latestSinceFacts = START;
  readonly store: DurableStore = new DurableStore();
  readonly invariants: ChangeInvariants = new ChangeInvariants(this);
  readonly cluster: SimulatedCluster = new SimulatedCluster({
    now: () => this.#now,
    onRemoval: () => this.invariants.checkRemoval(this.store.state),
  });
  readonly copy = new SimulatedCopy(this.cluster);
  readonly outside = new Outside(this.cluster, () => this.#now);
  readonly faults = new FaultInjector(() => {
    const [restoreStore, restoreSeen] = [this.store.snapshot(), this.invariants.snapshot()];
    return () => {
      restoreStore();
      restoreSeen();
    };
  });
  entitlement: Entitlement = { kind: 'trial', endsAt: START + 14 * DAY_MS };
  limit = 1_000;
  paidMax = 0;
  /** The object when it was last idle. */
  idle = idleOf(this.store);
  releases = releasesOf(START);
  #factsRevision = 0;
  /** Null while the object sleeps. */
  #object: LivingObject | null = null;
  #isAlarmRunning = false;
  /** Concurrent calls, which may still run. */
  #beside: Promise<unknown> = Promise.resolve();
  #broken: Broken | null = null;

  constructor() {
    this.store.onCommit = (before, decision) => this.invariants.check(before, decision);
    this.store.onRehearsal = (after) => this.invariants.checkRehearsal(after);
    this.store.now = () => this.#now;
    this.store.onTurn = () => this.faults.turnEnded();
  }

  get now(): number {
    return this.#now;
  }

  set now(at: number) {
    this.#now = at;
    this.latest = Math.max(this.latest, at);
    this.latestSinceFacts = Math.max(this.latestSinceFacts, at);
  }

  /** Whether the object has the last facts; after a crash they are sent again later. */
  get isUpToDate(): boolean {
    return this.state?.facts.factsRevision === this.#factsRevision;
  }

  get state(): InstanceState | null {
    return this.store.state;
  }

  #compose(): LivingObject {
    const lifetime: Lifetime = { isOver: false };
    const call = <T>(effect: () => T) => this.faults.call(lifetime, effect);
    const clock = { now: () => this.#now };
    // Outside failures are expected; a broken invariant is not.
    const reportError = (error: unknown) => {
      if (error instanceof Broken) this.#broken ??= error;
    };
    const alarms = alarmClock({
      clock,
      store: whileAlive(lifetime, this.store.scheduleStore),
      toRealTime: (at) => at,
      alarm: whileAlive(lifetime, this.store.alarm),
      reportError,
    });
    const ports: InstancePorts & ForcedUpdateRehearsals = {
      clock,
      store: whileAlive(lifetime, this.store.port),
      alarms,
      ...outsidePorts(this, call),
      rehearse: async ({ from, target, updateAt }) => {
        await rehearsals.handle({ kind: 'requested', from, target, updateAt });
      },
      reportError,
    };
    const isAlive = () => !lifetime.isOver;
    const ofBackups = backupPorts(ports, this, { call, isAlive });
    const backups = workspaceBackups(ofBackups);
    const instance = workspaceInstance(ports, backups, (_before, after) =>
      rehearsals.onInstanceChanged(after),
    );
    const rehearsalRow = whileAlive(lifetime, this.store.rehearsalRow);
    const rehearsals = workspaceRehearsals(
      {
        ...rehearsalPorts(ofBackups, { copy: this.copy, call }),
        store: ports.store,
        releases: ports.releases,
        alarms,
        rehearsalRow,
        takeLastBackup: async (state) => (await backups.startFresh(state)).ended,
      },
      instance,
    );
    return { lifetime, alarms, instance, backups, rehearsals };
  }

  /** Evicts the object; the next event starts it from its storage. */
  evict(): void {
    this.faults.forget();
    if (this.#object) this.#object.lifetime.isOver = true;
    this.#object = null;
  }

  async wake(): Promise<LivingObject> {
    if (this.#object) return this.#object;
    const object = this.#compose();
    this.#object = object;
    await object.alarms.ensureArmed();
    return object;
  }

  /** Calls the object from outside; it may die. */
  call(event: InstanceEvent): Promise<Outcome> {
    return this.#live(({ instance }) => instance.handle(event));
  }

  /** Chooses a version, which is rehearsed first. */
  choose(target: string): Promise<unknown> {
    return this.#live(async ({ rehearsals }) => {
      const from = this.state?.configuration.version;
      if (from === undefined || from === target) return;
      await rehearsals.handle({ kind: 'requested', from, target, updateAt: null });
    });
  }

  /** A person starts a backup. */
  backUp(): Promise<unknown> {
    return this.#live(async ({ backups }) => {
      if (this.state?.phase.kind === 'online') backups.start(this.state, 'manual');
    });
  }

  /** Reconciliation found a copy. */
  removeLeftOver(): Promise<unknown> {
    return this.#live(({ rehearsals }) => rehearsals.removeLeftOver());
  }

  probe(): Promise<unknown> {
    return this.#live(({ instance }) => instance.probe());
  }

  /** Starts a concurrent call. */
  async callMeanwhile(event: InstanceEvent): Promise<void> {
    const { instance } = await this.wake();
    await instance.handle(event);
  }

  /** Fires the alarm during another event, possibly twice. */
  async alarmMeanwhile(): Promise<void> {
    this.#beside = this.#fire(await this.wake());
  }

  /** Moves the clock, and fires each alarm on the way. */
  async passTo(at: number): Promise<void> {
    for (let next = this.store.alarmAt; next !== null && next <= at; next = this.store.alarmAt) {
      this.now = Math.max(this.now, next);
      await this.fireAlarm();
    }
    this.now = at;
  }

  fireAlarm(): Promise<unknown> {
    return this.#live((object) => this.#fire(object));
  }

  /** The platform clears the alarm when it fires. */
  async #fire({ alarms, instance, rehearsals }: LivingObject): Promise<void> {
    const scheduledTime = this.store.alarmAt ?? undefined;
    this.store.alarmAt = null;
    this.store.firingFor = scheduledTime ?? null;
    this.#isAlarmRunning = true;
    alarms.onAlarm(scheduledTime);
    await alarms.fire((name) => (name === 'rehearsal' ? rehearsals.wake() : instance.wake(name)));
    this.store.firingFor = null;
  }

  async #live<T>(work: (object: LivingObject) => Promise<T>): Promise<T | 'crashed'> {
    const object = await this.wake();
    const lived = await this.faults.survive(object.lifetime, async () => {
      const outcome = await work(object);
      await this.#beside;
      // Backups and the steps of a rehearsal run beside the object's other work; without I/O, they end within this turn.
      if (this.store.isRehearsing || object.backups.isBusy()) await setImmediate();
      return outcome;
    });
    this.#beside = Promise.resolve();
    const wasAlarmRunning = this.#isAlarmRunning;
    this.#isAlarmRunning = false;
    this.store.firingFor = null;
    if (lived !== 'crashed') return lived.outcome;
    // After a crash the platform repeats the alarm, unless another was set meanwhile.
    if (wasAlarmRunning) this.store.alarmAt ??= this.#now;
    this.evict();
    return 'crashed';
  }

  sendFacts(entitlement: Entitlement, changes?: FactsChanges): Promise<Outcome> {
    return this.call(this.factsEvent(entitlement, changes));
  }

  /** @returns the event; facts that are neither old nor inconsistent become the expected ones. */
  factsEvent(entitlement: Entitlement, changes: FactsChanges = {}): InstanceEvent {
    const { limit = this.limit, paidMax = this.paidMax, isOld = false, ...mixedUp } = changes;
    if (!isOld && !mixedUp.accountId) {
      const isNew = JSON.stringify(entitlement) !== JSON.stringify(this.entitlement);
      if (isNew) this.latestSinceFacts = this.#now;
      this.entitlement = entitlement;
      this.limit = limit;
      this.paidMax = paidMax;
      this.#factsRevision += 1;
    }
    const factsRevision = this.#factsRevision - (isOld ? 1 : 0);
    const facts = { ...factsOf(entitlement, { limit, paidMax, factsRevision }), ...mixedUp };
    return { kind: 'facts-received', version: '1.0.0', facts };
  }

  /** Call after every command: checks all invariants. */
  rest(): void {
    if (this.#broken) throw this.#broken;
    checkAtRest(this);
    this.idle = idleOf(this.store);
  }
}

/** @returns what the next idle object is compared with. */
function idleOf({ state, schedules, dailyBackups }: DurableStore) {
  return { incarnation: state?.incarnation, dayAt: schedules.get('day')?.dueAt, dailyBackups };
}
