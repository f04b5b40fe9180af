import {
  type AttemptOutcome,
  afterAttempt,
  nextParallel,
  PARALLEL,
} from '#app/domain/held-webhooks/replay.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { openContent } from './content.ts';
import type { HeldGate } from './gate.ts';
import type { HeldPorts, HeldSchedule } from './ports.ts';
import type { HeldRow } from './row.ts';

/** The alarm that starts the replay again when its object died, and keeps the object awake. */
const WATCHDOG_MS = 30 * SECOND_MS;
const GATE_RETRY_MS = 10 * SECOND_MS;
/** Requests of one path in a row; then others have their turn. */
const TURN = 100;

/** Replays held requests: in order for each path, some paths at a time, beside the object's other work. */
export function heldReplay(ports: HeldPorts, gate: HeldGate) {
  const { clock, alarms, rows, paths, readState } = ports;
  /** Paths to look at, in this order. */
  const ready = new Set<string>();
  let pace = { paths: PARALLEL.start as number, successes: 0 };
  let current: Promise<void> | undefined;
  let isStopped = false;
  let isStarting = false;
  /** Ends the wait for a turn's end: another path is ready. */
  let wakeUp = () => {};

  function canReplay(state: InstanceState | null): state is InstanceState {
    return state?.phase.kind === 'online' && !paths.settings().paused;
  }

  function start(): void {
    if (current) {
      isStarting = true;
      wakeUp();
      return;
    }
    if (ready.size === 0 || !canReplay(readState())) return;
    current = run().catch(ports.reportError);
  }

  async function run(): Promise<void> {
    alarms.set('replay' satisfies HeldSchedule, clock.now() + WATCHDOG_MS);
    await alarms.rearm();
    let retryAt: number | null = null;
    try {
      do {
        isStarting = false;
        isStopped = false;
        // Only a process that answers can be killed by a request.
        if ((await gate.sync(true)) !== 'failed') await replayReady();
        else retryAt = clock.now() + GATE_RETRY_MS;
      } while (isStarting && retryAt === null && !isStopped);
    } finally {
      current = undefined;
      await scheduleNext(retryAt);
    }
  }

  async function replayReady(): Promise<void> {
    const active = new Map<string, Promise<void>>();
    for (;;) {
      for (const path of ready) {
        if (active.size >= pace.paths || isStopped) break;
        // One at a time: a second turn would send the same request again.
        if (active.has(path)) continue;
        ready.delete(path);
        const turn = replayPath(path)
          .catch(ports.reportError)
          .finally(() => active.delete(path));
        active.set(path, turn);
      }
      if (active.size === 0) return;
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      await Promise.race([...active.values(), woken]);
    }
  }

  async function replayPath(path: string): Promise<void> {
    for (let turn = 0; turn < TURN; turn += 1) {
      const state = readState();
      const row = rows.head(path);
      if (!row) break;
      if (isStopped || !canReplay(state) || (row.nextAt ?? 0) > clock.now()) return;
      const waits = settle(row, await attempt(state, row));
      if (waits === 'all') isStopped = true;
      if (waits !== 'nobody') return;
    }
    if (rows.hasWaiting(path)) ready.add(path);
    else await gate.sync();
  }

  async function attempt(state: InstanceState, row: HeldRow): Promise<AttemptOutcome> {
    const { facts, generation } = state;
    const outcome = await send(facts, row).catch((error): AttemptOutcome => {
      ports.reportError(error);
      return { kind: 'unreadable' };
    });
    const after = readState();
    const isSameProcess = after?.phase.kind === 'online' && after.generation === generation;
    // A process that is being replaced died of that.
    return outcome.kind === 'broken' && !isSameProcess ? { kind: 'unreachable' } : outcome;
  }

  /** @throws when the content cannot be read. */
  async function send(facts: InstanceFacts, row: HeldRow): Promise<AttemptOutcome> {
    const content = await openContent(ports, row);
    const signInKey = await ports.signInKeyOf(facts.workspaceId);
    return ports.process.replay(facts, signInKey, { ...row, ...content });
  }

  /** Stores how an attempt ended. @returns who waits. */
  function settle({ id }: HeldRow, outcome: AttemptOutcome): 'nobody' | 'path' | 'all' {
    const now = clock.now();
    pace = nextParallel(pace, outcome.kind === 'answered');
    const row = rows.find(id);
    // People dropped it meanwhile.
    if (row?.state !== 'waiting') return 'nobody';
    const { trial, waits } = afterAttempt(row, outcome, now);
    rows.change(row, trial, { isGone: trial.state === 'replayed' });
    if (trial.state === 'replayed' || trial.state === 'failed') paths.count(row.path, now, trial.state);
    if (row.hasFile && trial.state === 'replayed') alarms.set('held-expiry' satisfies HeldSchedule, now);
    return waits;
  }

  /**
   * Sets the alarm for the next attempt. A request that came while the replay ended starts it again; the alarm does, should the
   * object die before. Without an alarm, the workspace's coming online or people start the replay.
   */
  async function scheduleNext(retryAt: number | null): Promise<void> {
    const watchdogAt = rows.isQueueEmpty() ? null : clock.now() + WATCHDOG_MS;
    const dueAt = retryAt ?? rows.nextAt() ?? watchdogAt;
    if (dueAt !== null && canReplay(readState())) alarms.set('replay' satisfies HeldSchedule, dueAt);
    else alarms.cancel('replay' satisfies HeldSchedule);
    await alarms.rearm();
  }

  /** Replays what is due: of one path, or of all. */
  function startWith(path?: string): void {
    for (const each of path === undefined ? rows.waiting().list() : [path]) ready.add(each);
    start();
  }

  return {
    start: startWith,

    /** Has the replay start at an instant, unless it runs or is due before. The caller rearms the alarms. */
    arm(at: number): void {
      if (!current) alarms.set('replay' satisfies HeldSchedule, Math.min(at, rows.nextAt() ?? at));
    },

    /** The alarm. */
    wake(): void {
      if (current) alarms.set('replay' satisfies HeldSchedule, clock.now() + WATCHDOG_MS);
      else startWith();
    },
  };
}

export type HeldReplay = ReturnType<typeof heldReplay>;
