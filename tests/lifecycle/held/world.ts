import { setImmediate } from 'node:timers/promises';
import { boundsOf, keptMs } from '#app/domain/held-webhooks/bounds.ts';
import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type { InstancePhase, InstanceState } from '#app/domain/instance/state.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { alarmClock, type Schedule } from '#durable-objects/alarm-clock.ts';
import { fileNotes } from '#durable-objects/workspace/held/file-notes.ts';
import { heldWebhooks } from '#durable-objects/workspace/held/held-webhooks.ts';
import { pathRows } from '#durable-objects/workspace/held/path-rows.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';
import { outcomeOf, ProcessModel } from './process.ts';
import { heldDatabase, storageOf } from './sqlite.ts';

const PATHS = ['/webhook/a', '/webhook/b', '/webhook/fails', '/webhook/late', '/webhook/die'];
const PENDING: InstancePhase = {
  kind: 'pending',
  cause: 'restart',
  startedAt: 0,
  isClusterUnreachable: false,
};

/** All rows are read then. */
const CHECKED_EVERY = 25;

/** One workspace with its gateway and object, driven by seeded commands; checks what must never happen. */
export class HeldWorld {
  now: number;
  readonly process = new ProcessModel();
  readonly happened = new Map<string, number>();
  readonly #random: () => number;
  readonly #db = heldDatabase();
  readonly #schedules = new Map<string, Schedule>();
  #alarmAt: number | null = null;
  #state: InstanceState;
  #object = this.#wakeObject.bind(this);
  #held: ReturnType<typeof heldWebhooks>;
  #alarms: ReturnType<typeof alarmClock>;
  #die = () => {};
  #sent = 0;
  /** Requests whose senders got 202: what became of each is known at any time. */
  readonly #accepted = new Map<string, { path: string; order: number }>();
  readonly #runs = new Map<string, number>();
  /** Those that may run twice: people asked for it, or the process forgot what it had answered. */
  readonly #mayRepeat = new Set<string>();
  #losesAnswer = false;

  constructor(random: () => number) {
    this.#random = random;
    const world = onlineWorld();
    if (!world.stored) throw new Error('an online world has a state');
    this.now = world.now;
    this.#state = { ...world.stored, phase: PENDING };
    this.process.onRun = ({ id, path, isReplay }) => {
      this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1);
      if (this.#accepted.has(id) && (this.#runs.get(id) ?? 0) > 1 && !this.#mayRepeat.has(id))
        throw new Violation(`${id} ran twice`);
      this.#checkOrder(id, path, isReplay);
    };
    const woken = this.#object();
    this.#held = woken.held;
    this.#alarms = woken.alarms;
  }

  /** A new object over the same storage; what the last one still does comes to nothing. */
  #wakeObject() {
    this.#die();
    let isAlive = true;
    this.#die = () => {
      isAlive = false;
    };
    const sql = storageOf(this.#db, () => isAlive);
    const clock = { now: () => this.now };
    const reportError = (error: unknown) => {
      if (isAlive && error instanceof Violation) this.#violation ??= error;
    };
    const alarms = alarmClock({
      clock,
      reportError,
      toRealTime: (at) => at,
      store: {
        list: () => [...this.#schedules.values()],
        put: (schedule) => void this.#schedules.set(schedule.name, schedule),
        remove: (name) => void this.#schedules.delete(name),
      },
      alarm: {
        get: async () => this.#alarmAt,
        set: async (at) => {
          this.#alarmAt = at;
        },
        clear: async () => {
          this.#alarmAt = null;
        },
      },
    });
    const held = heldWebhooks({
      ...{ clock, alarms, reportError, readState: () => this.#state },
      ...{ rows: heldRows(sql), paths: pathRows(sql), fileNotes: fileNotes(sql) },
      // Sealing has tests of its own.
      seal: { seal: async (bytes) => bytes, open: async (bytes) => bytes, forgetKey() {} },
      files: { put: async () => {}, get: async () => new Uint8Array(), remove: async () => {} },
      signInKeyOf: async () => 'key',
      dropKey() {},
      queueMail() {},
      process: {
        setGate: async (_facts, _key, closed) => {
          await this.#while();
          if (!isAlive || !this.process.isUp) throw new Error('nobody answers');
          this.process.closed = closed;
          return true;
        },
        replay: async (_facts, _key, { id, path }) => {
          await this.#while();
          if (!isAlive) return { kind: 'unreachable' };
          const taken = this.process.take(id, path, true);
          await this.#while();
          const isLost = taken.kind === 'ran' && this.#takeLoss();
          return isLost ? { kind: 'in-progress' } : outcomeOf(taken, path);
        },
      },
    });
    return { held, alarms };
  }

  #violation: Error | undefined;

  /** Some turns of the event loop's inner queue, so that other work comes in between. */
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
    this.#held.onInstanceChanged(before, this.#state);
  }

  /** In the order of acceptance, for each path: nothing runs while an earlier one waits. */
  #checkOrder(id: string, path: string, isReplay: boolean): void {
    if (this.#mayRepeat.has(id)) return;
    const own = this.#accepted.get(id)?.order ?? Number.POSITIVE_INFINITY;
    for (const { id: waiting } of this.#rowsWhere(`path = ? AND state = 'waiting'`, path)) {
      const order = this.#accepted.get(waiting)?.order;
      if (order !== undefined && order < own && !this.#mayRepeat.has(waiting))
        throw new Violation(`${isReplay ? 'the replay of ' : ''}${id} overtook ${waiting} on ${path}`);
    }
  }

  /** The gateway, as `workers/gateway-webhook.ts` does it. */
  async #send(path: string): Promise<void> {
    this.#sent += 1;
    const id = `hld_${this.#sent}`;
    const held = this.#held;
    for (let asked = 1; asked <= 2; asked += 1) {
      const taken = this.process.take(id, path, false);
      const isLost = taken.kind === 'ran' && this.#takeLoss();
      if (taken.kind === 'ran' && !isLost) return this.#note('delivered');
      const signal: HoldSignal = taken.kind === 'refused' ? taken.why : 'unreachable';
      await this.#while();
      const request = {
        ...{ id, path, method: 'POST', search: '', headers: [], size: 1, from: '::1', signal },
      };
      const answer = await held
        .hold({ ...request, body: new Uint8Array(1) }, async () => null)
        .catch(() => ({ kind: 'object-died' }) as const);
      this.#note(answer.kind === 'refused' ? `refused ${answer.why}` : answer.kind);
      if (answer.kind === 'held') this.#accepted.set(id, { path, order: this.#sent });
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
      this.#forget();
      this.process.stop();
      this.#change({ phase: PENDING, generation: this.#state.generation + 1 });
    } else if (dice < 76) {
      this.#forget();
      if (kind === 'online') this.process.start();
    } else if (dice < 77) {
      this.#forget();
      this.process.stop();
      this.#change({ phase: { kind: 'stopped', reason: 'trial_ended' } });
    } else if (dice < 80) {
      this.#note('object died');
      const woken = this.#object();
      this.#held = woken.held;
      this.#alarms = woken.alarms;
      await this.#alarms.ensureArmed();
    } else if (dice < 92)
      await this.passTime(this.#below(12) === 0 ? this.#below(4 * DAY_MS) : this.#below(MINUTE_MS * 15));
    else if (dice < 93) this.#meetLimit();
    else if (dice < 94) this.process.isRegistered = this.#below(4) > 0;
    else if (dice < 95) this.#losesAnswer = true;
    else if (dice < 97) await this.#held.choose({ accountId: '', paused: this.#below(4) === 0 });
    else if (dice < 99) {
      for (const { id } of this.#rowsWhere('path = ?', path)) this.#mayRepeat.add(id);
      await this.#held.replay({ accountId: '', path });
      this.#note('replayed by people');
    } else if (this.#below(4) === 0) {
      for (const { id } of this.#rowsWhere('path = ?', path)) this.#accepted.delete(id);
      await this.#held.drop({ accountId: '', path });
      this.#note('dropped');
    }
    await this.#while();
    if (this.#violation) throw this.#violation;
    if (this.#below(CHECKED_EVERY) === 0) this.check();
  }

  /** The month's executions are used up, or a larger plan releases what was held since. */
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
    this.#forget();
    this.process.start();
    this.#change({ phase: { kind: 'online' }, generation: this.#state.generation + 1, since: this.now });
  }

  /** A process that ends forgets what it answered: a request whose answer did not arrive may run again. */
  #forget(): void {
    const waiting = new Set(this.#rowsWhere(`state = 'waiting'`).map(({ id }) => id));
    for (const id of this.#runs.keys())
      if (waiting.has(id) || !this.#accepted.has(id)) this.#mayRepeat.add(id);
  }

  async passTime(durationMs: number): Promise<void> {
    const end = this.now + durationMs;
    if (durationMs > DAY_MS / 24) this.check();
    for (let fired = 0; fired < 50 && this.#alarmAt !== null && this.#alarmAt <= end; fired += 1) {
      this.now = Math.max(this.now, this.#alarmAt);
      this.#alarmAt = null;
      await this.#alarms.fire(async (name) => void (await this.#held.wake(name)));
      await setImmediate();
      if (durationMs > DAY_MS / 24) this.check();
    }
    this.now = Math.max(this.now, end);
  }

  /** Everything is well again: whatever waits comes to an end by itself. */
  async settle(): Promise<void> {
    Object.assign(this.process, { isAtLimit: false, isRegistered: true });
    this.#losesAnswer = false;
    await this.#held.choose({ accountId: '', paused: false });
    // 100 hours: what never gets an answer ends after 72 at the latest.
    for (let quarter = 0; quarter < 400 && this.#waiting() > 0; quarter += 1) {
      if (!this.process.isUp || this.#state.phase.kind !== 'online') this.comeOnline();
      await setImmediate();
      await this.passTime(MINUTE_MS * 15);
      this.check();
    }
    await setImmediate();
    this.check();
    if (this.#waiting() > 0) throw new Error(`${this.#waiting()} requests wait without a way on`);
    for (const { failure, state } of this.#db.prepare('SELECT state, failure FROM held_requests').all())
      this.#note(`${state} ${failure ?? ''}`.trim());
  }

  /** No accepted request is lost: it has its row until its time is over, and was run, or says why not. */
  check(): void {
    if (this.#violation) throw this.#violation;
    const bounds = boundsOf(this.#state.facts.limits);
    const rows = new Map(
      (
        this.#db
          .prepare('SELECT id, state, failure, content IS NULL AS gone FROM held_requests')
          .all() as Array<{
          id: string;
          state: string;
          failure: string | null;
          gone: number;
        }>
      ).map((row) => [row.id, row]),
    );
    let kept = 0;
    for (const [id] of this.#accepted) {
      const row = rows.get(id);
      // Its row is forgotten after twice its time.
      if (!row) {
        this.#accepted.delete(id);
        if (!this.#finished.has(id)) throw new Error(`${id} is lost`);
        continue;
      }
      if (row.gone === 0) kept += 1;
      if (row.state === 'replayed' && !this.#runs.has(id)) throw new Error(`${id} was never run`);
      if (row.state === 'waiting' && row.gone === 1) throw new Error(`${id} waits without its content`);
      if (row.state !== 'waiting') this.#finished.add(id);
    }
    if (kept > bounds.count || keptMs(bounds) <= 0) throw new Error('more is kept than the plan allows');
  }

  readonly #finished = new Set<string>();

  #rowsWhere(condition: string, ...values: string[]): Array<{ id: string }> {
    const statement = this.#db.prepare(`SELECT id FROM held_requests WHERE ${condition}`);
    return statement.all(...values) as Array<{ id: string }>;
  }

  #waiting(): number {
    const [row] = this.#db
      .prepare(`SELECT count(*) AS count FROM held_requests WHERE state = 'waiting'`)
      .all();
    return Number(row?.count);
  }
}

class Violation extends Error {}
