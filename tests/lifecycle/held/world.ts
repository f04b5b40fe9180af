import { setImmediate } from 'node:timers/promises';
import { boundsOf } from '#app/domain/held-webhooks/bounds.ts';
import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import type { InstancePhase, InstanceState } from '#app/domain/instance/state.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';
import { HeldLedger, type Violation } from './ledger.ts';
import { ObjectStorage, wakeObject } from './object.ts';
import { outcomeOf, ProcessModel } from './process.ts';

const PATHS = ['/webhook/a', '/webhook/b', '/webhook/fails', '/webhook/late', '/webhook/die'];
const PENDING: InstancePhase = {
  kind: 'pending',
  cause: 'restart',
  startedAt: 0,
  isClusterUnreachable: false,
};

/** Number of commands between two checks of all rows. */
const CHECKED_EVERY = 25;

/** One workspace with its gateway and object, driven by seeded commands. */
export class HeldWorld {
  now: number;
  readonly process = new ProcessModel();
  readonly happened = new Map<string, number>();
  readonly #random: () => number;
  readonly #storage = new ObjectStorage();
  readonly #ledger = new HeldLedger(this.#storage.db);
  #state: InstanceState;
  #object: ReturnType<typeof wakeObject>;
  #sent = 0;
  #losesAnswer = false;
  #violation: Violation | undefined;

  constructor(random: () => number) {
    this.#random = random;
    const world = onlineWorld();
    if (!world.stored) throw new Error('an online world has a state');
    this.now = world.now;
    this.#state = { ...world.stored, phase: PENDING };
    this.process.onRun = (execution) => this.#ledger.run(execution);
    this.#object = this.#wakeObject();
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
      setGate: async (_facts, _key, closed) => {
        await this.#while();
        if (!isAlive() || !this.process.isUp) throw new Error('nobody answers');
        this.process.closed = closed;
      },
      replay: async (_facts, _key, { id, path }) => {
        await this.#while();
        if (!isAlive()) return { kind: 'unreachable' };
        const taken = this.process.take(id, path, true);
        await this.#while();
        const isLost = taken.kind === 'ran' && this.#takeLoss();
        return isLost ? { kind: 'in-progress' } : outcomeOf(taken, path);
      },
    };
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
    this.#state = { ...before, ...changes };
    this.#object.held.onInstanceChanged(before, this.#state);
  }

  /** Sends a request through the gateway, as `workers/gateway/webhook.ts` does. */
  async #send(path: string): Promise<void> {
    this.#sent += 1;
    const id = `hld_${this.#sent}`;
    const { held } = this.#object;
    for (let asked = 1; asked <= 2; asked += 1) {
      const taken = this.process.take(id, path, false);
      const isLost = taken.kind === 'ran' && this.#takeLoss();
      if (taken.kind === 'ran' && !isLost) return this.#note('delivered');
      const why = taken.kind === 'refused' ? taken.why : 'unreachable';
      const signal: HoldSignal = why === 'gate-closed' && asked === 2 ? 'unreachable' : why;
      await this.#while();
      const request = {
        id,
        path,
        method: 'POST',
        search: '',
        headers: [],
        size: 1,
        from: '::1',
        signal,
      };
      const answer = await held
        .hold({ ...request, body: new Uint8Array(1) }, async () => null)
        .catch(() => ({ kind: 'object-died' }) as const);
      this.#note(answer.kind === 'refused' ? `refused ${answer.why}` : answer.kind);
      if (answer.kind === 'held') this.#ledger.accept(id, path, this.#sent);
      if (answer.kind !== 'forward') return;
    }
  }

  async step(): Promise<void> {
    const dice = this.#below(100);
    const path = PATHS[this.#below(this.#below(8) === 0 ? 5 : 4)] ?? '/webhook/a';
    const { kind } = this.#state.phase;
    if (dice < 55) await this.#send(path);
    else if (dice < 70) {
      if (kind !== 'online' || !this.process.isUp) this.comeOnline();
    } else if (dice < 73) {
      this.process.stop();
      this.#change({ phase: PENDING, generation: this.#state.generation + 1 });
    } else if (dice < 76) {
      if (kind === 'online') this.process.start();
    } else if (dice < 77) {
      this.process.stop();
      this.#change({ phase: { kind: 'stopped', reason: 'trial_ended' } });
    } else if (dice < 80) {
      this.#note('object died');
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
    for (
      let fired = 0;
      fired < 50 && this.#storage.alarmAt !== null && this.#storage.alarmAt <= end;
      fired += 1
    ) {
      this.now = Math.max(this.now, this.#storage.alarmAt);
      this.#storage.alarmAt = null;
      await this.#object.alarms.fire((name) => this.#object.held.wake(name));
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
    for (let quarter = 0; quarter < 400 && this.#ledger.waiting() > 0; quarter += 1) {
      if (!this.process.isUp || this.#state.phase.kind !== 'online') this.comeOnline();
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

  check(): void {
    if (this.#violation) throw this.#violation;
    this.#ledger.check(boundsOf(this.#state.facts.limits));
  }
}
