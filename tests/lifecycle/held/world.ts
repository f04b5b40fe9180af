import { setImmediate } from 'node:timers/promises';
import { boundsOf } from '#app/domain/held-webhooks/bounds.ts';
import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import type { InstancePhase, InstanceState } from '#app/domain/instance/state.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';
import { HeldCluster } from './cluster.ts';
import { type Presumptions, sendWebhook } from './gateway.ts';
import { HeldLedger, Violation } from './ledger.ts';
import { ObjectStorage, wakeObject } from './object.ts';
import { PoisonRuns } from './poison-runs.ts';
import { outcomeOf, POISONS } from './process.ts';

const PATHS = ['/webhook/a', '/webhook/b', '/webhook/fails', '/webhook/late', ...POISONS];
const PENDING = {
  kind: 'pending',
  cause: 'restart',
  startedAt: 0,
  isClusterUnreachable: false,
} as const satisfies InstancePhase;

/** Number of commands between two checks of all rows. */
const CHECKED_EVERY = 25;

/** One workspace with its gateway and object, driven by seeded commands. */
export class HeldWorld {
  now: number;
  readonly happened = new Map<string, number>();
  readonly #random: () => number;
  readonly #storage = new ObjectStorage();
  readonly #ledger = new HeldLedger(this.#storage.db);
  readonly #poisonRuns = new PoisonRuns(this.#storage.db);
  readonly #cluster: HeldCluster;
  #state: InstanceState;
  #object: ReturnType<typeof wakeObject>;
  /** An isolate that lives on, beside others that are new. */
  readonly #isolate: Presumptions = new Map();
  #sent = 0;
  #losesAnswer = false;
  #violation: Violation | undefined;

  constructor(random: () => number) {
    this.#random = random;
    const world = onlineWorld();
    if (!world.stored) throw new Error('an online world has a state');
    this.now = world.now;
    this.#state = { ...world.stored, phase: PENDING };
    this.#cluster = new HeldCluster({
      now: () => this.now,
      below: (limit) => this.#below(limit),
      onPoison: (execution) => this.#poisonRuns.begin(execution),
      isWanted: () => this.#isWanted(),
      onReplaced: () => this.#onReplaced(),
    });
    this.process.onRun = (execution) => this.#ledger.run(execution);
    this.#object = this.#wakeObject();
  }

  get process() {
    return this.#cluster.process;
  }

  #wakeObject() {
    return wakeObject({
      storage: this.#storage,
      now: () => this.now,
      readState: () => this.#state,
      processFor: (isAlive) => this.#processFor(isAlive),
      onViolation: (violation) => {
        this.#violation ??= violation;
      },
    });
  }

  #processFor(isAlive: () => boolean): HeldWebhooksProcess {
    return {
      setGate: async (_facts, closed) => {
        await this.#while();
        if (!isAlive() || !this.process.isResponding) throw new Error('nobody answers');
        this.process.closed = closed;
      },
      replay: async (_facts, { id, path }) => {
        const { generation } = this.#state;
        await this.#while();
        if (!isAlive()) return { kind: 'unreachable' };
        const isOfEarlierProcess = this.#state.generation !== generation;
        const taken = await this.#cluster.take({ id, path, isReplay: true, isOfEarlierProcess });
        await this.#while();
        const isLost = taken.kind === 'ran' && this.#takeLoss();
        return isLost ? { kind: 'disconnected' } : outcomeOf(taken, path);
      },
    };
  }

  /** Whether the cluster keeps the object's last process running. */
  #isWanted(): boolean {
    const { phase } = this.#state;
    return phase.kind === 'online' || (phase.kind === 'pending' && phase.cause === 'recover');
  }

  /** The object's probe finds the process ready. */
  #onReplaced(): void {
    if (this.#state.phase.kind === 'online') return;
    this.#change({ phase: { kind: 'online' }, since: this.now });
    this.#note('recovered');
  }

  /** Another webhook reports that the process does not answer, which a probe does not always confirm. */
  #probe(): null {
    if (this.#state.phase.kind !== 'online' || this.process.isResponding || this.#below(4) === 0) return null;
    this.#note(this.process.isHung ? 'hung' : 'not ready');
    this.#change({ phase: { ...PENDING, cause: 'recover' }, since: this.now });
    return null;
  }

  /** Waits some microtask turns, so that other work runs in between. */
  async #while(): Promise<void> {
    for (let turns = this.#below(6); turns > 0; turns -= 1) await null;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #takeLoss(): boolean {
    const isLost = this.#losesAnswer;
    this.#losesAnswer = false;
    return isLost;
  }

  #note(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  #change(changes: Partial<InstanceState>): void {
    const before = this.#state;
    if (changes.generation !== undefined) this.#poisonRuns.onRestart();
    this.#state = { ...before, ...changes };
    this.#object.held.onInstanceChanged(before, this.#state);
  }

  async #send(path: string): Promise<void> {
    this.#sent += 1;
    const id = `hld_${this.#sent}`;
    const presumed = this.#below(2) === 0 ? new Map() : this.#isolate;
    const ended = await sendWebhook(
      { id, path, now: this.now, presumed },
      {
        take: async () => {
          const taken = await this.#cluster.take({ id, path, isReplay: false });
          return taken.kind === 'ran' && this.#takeLoss() ? { kind: 'broken' } : taken;
        },
        hold: async (request) => {
          await this.#while();
          const answer = await this.#object.held.hold(request, async () => this.#probe());
          if (answer.kind === 'forward') this.#note('forward');
          return answer;
        },
      },
    );
    this.#note(ended);
    if (ended === 'held') this.#ledger.accept(id);
  }

  async step(): Promise<void> {
    const dice = this.#below(100);
    const path = PATHS[this.#below(this.#below(8) === 0 ? PATHS.length : 4)] ?? '/webhook/a';
    const { kind } = this.#state.phase;
    if (dice < 55) await this.#sendUntilIdle(path);
    else if (dice < 70) {
      // The cluster itself replaces a process that ended.
      const isReplaced = this.#cluster.timers.nextAt() !== null && this.#below(8) > 0;
      if (!isReplaced && (kind !== 'online' || !this.process.isUp)) this.comeOnline();
    } else if (dice < 73) {
      this.process.stop();
      this.#change({ phase: PENDING, generation: this.#state.generation + 1 });
    } else if (dice < 76) {
      if (kind === 'online') this.process.start();
    } else if (dice < 77) {
      this.process.stop();
      const generation = this.#state.generation + 1;
      this.#change({ phase: { kind: 'stopped', reason: 'trial_ended' }, generation });
    } else if (dice < 80) {
      this.#note('object died');
      this.#poisonRuns.onObjectDied();
      this.#object.die();
      this.#object = this.#wakeObject();
      await this.#object.alarms.ensureArmed();
    } else if (dice < 92)
      await this.passTime(this.#below(12) === 0 ? this.#below(4 * DAY_MS) : this.#below(MINUTE_MS * 15));
    else if (dice < 93) this.#meetLimit();
    else if (dice < 94) this.process.isRegistered = this.#below(4) > 0;
    else if (dice < 95) this.#losesAnswer = true;
    else if (dice < 97) await this.#object.held.choose({ accountId: '', paused: this.#below(4) === 0 });
    else if (dice < 99) {
      this.#ledger.onReplayRequested(path);
      this.#poisonRuns.onReplayRequested(path);
      await this.#object.held.replay({ accountId: '', path });
      this.#note('replayed by people');
    } else if (this.#below(4) === 0) {
      this.#ledger.onDropRequested(path);
      await this.#object.held.drop({ accountId: '', path });
      this.#note('dropped');
    }
    await this.#while();
    if (this.#violation) throw this.#violation;
    if (this.#below(CHECKED_EVERY) === 0) this.check();
  }

  /** Sends a request; it goes on by itself if its answer takes time. */
  async #sendUntilIdle(path: string): Promise<void> {
    const sent = this.#send(path).catch((error: unknown) => {
      this.#violation ??= error instanceof Violation ? error : new Violation(String(error));
    });
    await Promise.race([sent, setImmediate()]);
  }

  /** Uses up the month's executions, or releases the held requests by a larger plan. */
  #meetLimit(): void {
    if (!this.process.isAtLimit) {
      this.process.isAtLimit = this.#below(4) === 0;
      return;
    }
    this.process.isAtLimit = false;
    const { facts } = this.#state;
    const monthlyExecutions = facts.limits.monthlyExecutions + 1;
    this.#change({ facts: { ...facts, limits: { ...facts.limits, monthlyExecutions } } });
    this.#note('upgraded');
  }

  comeOnline(): void {
    this.process.start();
    this.#change({ phase: { kind: 'online' }, generation: this.#state.generation + 1, since: this.now });
  }

  async passTime(durationMs: number): Promise<void> {
    const end = this.now + durationMs;
    if (durationMs > DAY_MS / 24) this.check();
    // A request that is being sent sees each moment; otherwise, an object that is busy for long misses some.
    for (let events = 0; events < 50 || this.#cluster.timers.nextAt() !== null; events += 1) {
      const at = Math.min(this.#storage.alarmAt ?? Infinity, this.#cluster.timers.nextAt() ?? Infinity);
      if (at > end) break;
      this.now = Math.max(this.now, at);
      this.#cluster.timers.runDue(this.now);
      if (this.#storage.alarmAt !== null && this.#storage.alarmAt <= this.now) {
        this.#storage.alarmAt = null;
        await this.#object.alarms.fire(async (name) => void (await this.#object.held.wake(name)));
      }
      await setImmediate();
      if (durationMs > DAY_MS / 24) this.check();
    }
    this.now = Math.max(this.now, end);
  }

  /** Restores everything: all waiting requests then finish without further commands. */
  async settle(): Promise<void> {
    Object.assign(this.process, { isAtLimit: false, isRegistered: true });
    this.#losesAnswer = false;
    await this.#object.held.choose({ accountId: '', paused: false });
    // 100 hours: a request that never gets an answer ends after at most 72.
    for (let quarter = 0; quarter < 400 && (await this.#isBusy()); quarter += 1) {
      const isReplaced = this.#cluster.timers.nextAt() !== null;
      if (!isReplaced && (!this.process.isUp || this.#state.phase.kind !== 'online')) this.comeOnline();
      await setImmediate();
      await this.passTime(MINUTE_MS * 15);
      this.check();
    }
    await setImmediate();
    this.check();
    if (this.#ledger.waiting() > 0)
      throw new Error(`${this.#ledger.waiting()} requests wait without a way on`);
    for (const ending of this.#ledger.endings()) this.#note(ending);
  }

  /** @returns whether a request waits, or is being sent. */
  async #isBusy(): Promise<boolean> {
    await setImmediate();
    return this.#ledger.waiting() > 0 || this.#cluster.timers.nextAt() !== null;
  }

  check(): void {
    if (this.#violation) throw this.#violation;
    this.#ledger.check(boundsOf(this.#state.facts.limits));
  }
}
