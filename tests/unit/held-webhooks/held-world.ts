import { setImmediate } from 'node:timers/promises';
import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import { type ClosedPaths, isClosedFor } from '#app/domain/held-webhooks/gate.ts';
import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';
import type { InstancePhase, InstanceState } from '#app/domain/instance/state.ts';
import type { HoldAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { HeldFiles } from '#durable-objects/workspace/held/files-port.ts';
import { ObjectStorage, wakeObject } from '#tests/lifecycle/held/object.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';

const PENDING = {
  kind: 'pending',
  cause: 'restart',
  startedAt: 0,
  isClusterUnreachable: false,
} as const satisfies InstancePhase;

/** One workspace's held webhooks over real tables, with a process and a clock that the test moves. */
export class HeldWorld {
  now: number;
  closed: ClosedPaths = 'all';
  /** Calls that set the gate; the next `gateFailures` of them fail. */
  gateCalls = 0;
  gateFailures = 0;
  /** What each of these calls waits for. */
  beforeGate: Promise<void> | undefined;
  /** Ids of executed requests, in order, and of queued mails. */
  readonly ran: string[] = [];
  readonly mails: string[] = [];
  readonly storage = new ObjectStorage();
  /** The bucket; it stores nothing. */
  readonly files: HeldFiles = {
    put: async () => {},
    get: async () => new Uint8Array(),
    remove: async () => {},
  };
  /** The process's answer to a request that the gate lets through. */
  answer: (request: { id: string; path: string }) => AttemptOutcome | Promise<AttemptOutcome> = () => ({
    kind: 'answered',
    status: 200,
  });
  readonly #ownProcess: HeldWebhooksProcess | undefined;
  #state: InstanceState;
  #object: ReturnType<typeof wakeObject>;

  /** @param ownProcess replaces the process of `answer`, `closed` and the gate's counts. */
  constructor(ownProcess?: HeldWebhooksProcess) {
    this.#ownProcess = ownProcess;
    const world = onlineWorld();
    if (!world.stored) throw new Error('An online world has a state.');
    this.now = world.now;
    this.#state = { ...world.stored, phase: PENDING };
    this.#object = this.#wake();
  }

  get held() {
    return this.#object.held;
  }

  #wake() {
    return wakeObject({
      storage: this.storage,
      files: this.files,
      now: () => this.now,
      readState: () => this.#state,
      processFor: () =>
        this.#ownProcess ?? {
          setGate: async (_facts, closed) => {
            this.gateCalls += 1;
            await this.beforeGate;
            if (this.gateFailures > 0) {
              this.gateFailures -= 1;
              throw new Error('The gate does not answer.');
            }
            this.closed = closed;
          },
          replay: async (_facts, request) => this.#run(request),
        },
      onViolation: (violation) => {
        throw violation;
      },
      queueMail: (id) => this.mails.push(id),
    });
  }

  async #run({ id, path }: { id: string; path: string }): Promise<AttemptOutcome> {
    const outcome = await this.answer({ id, path });
    if (outcome.kind === 'answered') this.ran.push(id);
    return outcome;
  }

  /** Replaces the object by one that knows only what is stored. */
  async evict(): Promise<void> {
    this.#object.die();
    this.#object = this.#wake();
    await this.#object.alarms.ensureArmed();
  }

  change(changes: Partial<InstanceState>): void {
    const before = this.#state;
    this.#state = { ...before, ...changes };
    this.held.onInstanceChanged(before, this.#state);
  }

  get state() {
    return this.#state;
  }

  get facts() {
    return this.#state.facts;
  }

  /** Starts another process; resolves once the replay rests. */
  async comeOnline(): Promise<void> {
    this.closed = 'all';
    this.change({ phase: { kind: 'online' }, generation: this.#state.generation + 1, since: this.now });
    await this.rest();
  }

  goDown(): void {
    this.change({ phase: PENDING });
  }

  /** A person restarts the workspace, or it is updated: another process is wanted. */
  restart(): void {
    this.change({ phase: PENDING, generation: this.#state.generation + 1, since: this.now });
  }

  /** A probe finds the process not ready, and waits for the same one. */
  loseProcess(): void {
    this.change({ phase: { ...PENDING, cause: 'recover' }, since: this.now });
  }

  /** The process that was not ready, or its successor in the cluster, is ready. */
  async recover(): Promise<void> {
    this.closed = 'all';
    this.gateFailures = 0;
    this.change({ phase: { kind: 'online' }, since: this.now });
    await this.rest();
  }

  /** The process restarts, and the object does not notice. */
  restartInPlace(): void {
    this.closed = 'all';
  }

  /** Sends a webhook as the gateway does. @returns `ran`, or what the object said. */
  async send(id: string, path: string, body = new Uint8Array(1)): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const signal = await this.#signalOf(id, path);
      if (signal === null) return 'ran';
      const isClosedAgain = signal === 'gate-closed' && attempt === 2;
      const answer = await this.hold(id, path, body, isClosedAgain ? 'blocked' : signal);
      if (answer.kind !== 'forward') return answer.kind === 'refused' ? `refused ${answer.why}` : answer.kind;
    }
  }

  /** Asks the object to hold a webhook. */
  hold(
    id: string,
    path: string,
    body: Uint8Array<ArrayBuffer>,
    signal: HoldSignal = 'unreachable',
  ): Promise<HoldAnswer> {
    const request = {
      id,
      path,
      method: 'POST',
      search: '',
      headers: [],
      size: body.byteLength,
      body,
      from: '::1',
    };
    return this.held.hold({ ...request, signal }, async () => null);
  }

  async #signalOf(id: string, path: string): Promise<HoldSignal | null> {
    if (this.#state.phase.kind !== 'online') return 'unreachable';
    if (isClosedFor(this.closed, path)) return 'gate-closed';
    const outcome = await this.#run({ id, path });
    if (outcome.kind === 'answered') return null;
    return outcome.kind === 'not-registered' ? 'not-registered' : 'unreachable';
  }

  /** Moves the clock from alarm to alarm. @param ms at most 10,000 alarms. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (let fired = 0; fired < 10_000; fired += 1) {
      const { alarmAt } = this.storage;
      if (alarmAt === null || alarmAt > end) break;
      this.now = Math.max(this.now, alarmAt);
      this.storage.alarmAt = null;
      await this.#object.alarms.fire((name) => this.held.wake(name));
      await this.rest();
    }
    this.now = Math.max(this.now, end);
  }

  /** @returns the counts of a stored request's attempts. */
  triesOf(id: string): { tries: number; breaks: number } {
    const row = this.storage.db.prepare('SELECT tries, breaks FROM held_requests WHERE id = ?').get(id);
    return { tries: Number(row?.tries), breaks: Number(row?.breaks) };
  }

  /** Lets the replay run until it waits for time to pass. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }

  /** @returns the state of each stored request, such as `failed refused`, by its id. */
  states(): Record<string, string> {
    const rows = this.storage.db.prepare('SELECT id, state, failure FROM held_requests').all();
    return Object.fromEntries(
      rows.map(({ id, state, failure }) => [String(id), `${state} ${failure ?? ''}`.trim()]),
    );
  }
}
