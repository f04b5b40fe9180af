import {
  type AttemptOutcome,
  type AttemptTimes,
  afterAttempt,
  FIRST_PACE,
  nextPace,
  type ReplayPause,
} from '#app/domain/held-webhooks/replay.ts';
import { isLimitRead } from '#app/domain/instance/executions-limit.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { heldAttempts } from './attempt.ts';
import type { HeldGate } from './gate.ts';
import type { HeldPorts } from './ports.ts';
import type { HeldRow } from './row.ts';

/** Interval of the alarm that restarts the replay after its object died, and keeps the object awake. */
const WATCHDOG_MS = 30 * SECOND_MS;
/** Delay after which a replay continues that a closed gate, a broken connection or an unavailable workspace paused. */
const PAUSE_MS = 10 * SECOND_MS;
/** The same once the executions are used up: only a larger plan, which starts the replay, or the next month changes that. */
const LIMIT_PAUSE_MS = 5 * MINUTE_MS;
/** Requests of one path in a row before other paths get their turn. */
const MAX_TURN = 100;

/** Replays held requests: in order within a path, several paths in parallel, beside the object's other work. */
export function heldReplay(ports: HeldPorts, gate: HeldGate) {
  const { clock, alarms, rows, paths, readState } = ports;
  /** Paths to replay next, in this order. */
  const ready = new Set<string>();
  /** The path whose body is a file that is being sent, since the object has memory for one, and those that wait for it. */
  let filePath: string | undefined;
  const behindFile = new Set<string>();
  /** Until when nothing is sent after a pause of all paths, UTC ms. */
  let pausedUntil = 0;
  let pace = FIRST_PACE;
  /** Paths whose oldest request ended the process before: each is sent alone, so that no other request ends with it. */
  const suspects = new Set<string>();
  const attempt = heldAttempts(ports, gate);
  let isRunning = false;
  let isStopped = false;
  /** Whether paths are left over, by an error or because they had no room in memory: the watchdog continues them. */
  let isInterrupted = false;
  let isStarting = false;
  /** Ends the wait for the running turns when another path is ready. */
  let wakeUp = () => {};

  const isOnline = (state: InstanceState | null): state is InstanceState => state?.phase.kind === 'online';

  function canReplay(state: InstanceState | null): state is InstanceState {
    return isOnline(state) && !paths.settings().paused;
  }

  function start(): void {
    if (isRunning) {
      isStarting = true;
      wakeUp();
      return;
    }
    if (ready.size === 0 || !canReplay(readState())) return;
    void run().catch(ports.reportError);
  }

  async function run(): Promise<void> {
    isRunning = true;
    // A larger plan, a start of the workspace or a person ends a pause early.
    pausedUntil = 0;
    let retryAt: number | null = null;
    try {
      alarms.set('replay', clock.now() + WATCHDOG_MS);
      await alarms.rearm().catch(ports.reportError);
      do {
        isStarting = false;
        isStopped = false;
        // While the process does not answer, a broken connection is not the request's fault.
        if (await gate.sync(true)) await replayReady();
        else {
          isStopped = true;
          gate.noteRestart();
        }
        // Paths that n8n does not know can open the gate for others.
        if (!isStopped) await gate.sync();
        // Nothing is awaited between this check and the end of the run: a start in between would be lost.
      } while (isStarting && !isStopped);
      if (isStopped) {
        const now = clock.now();
        const state = readState();
        pausedUntil = retryAt = now + (state && isLimitRead(state, now) ? LIMIT_PAUSE_MS : PAUSE_MS);
      }
    } finally {
      isRunning = false;
      await scheduleNext(retryAt);
    }
  }

  async function replayReady(): Promise<void> {
    const active = new Map<string, Promise<void>>();
    let isAlone = false;
    for (;;) {
      if (active.size === 0) isAlone = false;
      for (const path of ready) {
        if (isAlone || active.size >= pace.paths || isStopped) break;
        // A second turn of the path would send the same request twice.
        if (active.has(path)) continue;
        if (suspects.has(path) && active.size > 0) break;
        isAlone = suspects.delete(path);
        ready.delete(path);
        const turn = replayPath(path, isAlone)
          .catch((error: unknown) => {
            isInterrupted = true;
            ports.reportError(error);
          })
          .finally(() => {
            active.delete(path);
            releaseFile();
          });
        active.set(path, turn);
      }
      if (active.size === 0) return;
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      await Promise.race([...active.values(), woken]);
    }
  }

  /** @param isAlone whether no other path is replayed meanwhile; the turn then ends after one request. */
  async function replayPath(path: string, isAlone: boolean): Promise<void> {
    for (let turn = 0; turn < (isAlone ? 1 : MAX_TURN); turn += 1) {
      const state = readState();
      const row = rows.head(path);
      if (!row) break;
      if (!canReplay(state) || (row.nextAt ?? 0) > clock.now()) return;
      const isSuspect = row.breaks > 0 && !isAlone;
      if (isSuspect) suspects.add(path);
      if (isStopped || isSuspect) {
        ready.add(path);
        return;
      }
      if (row.hasFile && filePath !== undefined) {
        behindFile.add(path);
        return;
      }
      const startedAt = clock.now();
      const outcome = await (row.hasFile ? attemptWithFile(state, row) : attempt(state, row));
      pace = nextPace(pace, outcome.kind, clock.now() - startedAt);
      const pause = settle(row, outcome, { startedAt, now: clock.now(), generation: state.generation });
      if (pause === 'all') isStopped = true;
      if (pause !== 'none') return;
    }
    if (rows.head(path)) {
      ready.add(path);
      return;
    }
    await gate.sync();
  }

  async function attemptWithFile(state: InstanceState, row: HeldRow): Promise<AttemptOutcome> {
    filePath = row.path;
    try {
      return await attempt(state, row);
    } finally {
      filePath = undefined;
      releaseFile();
    }
  }

  /** Makes the next path that waits to send a file ready, unless one is being sent. */
  function releaseFile(): void {
    const [next] = behindFile;
    if (next === undefined || filePath !== undefined) return;
    behindFile.delete(next);
    ready.add(next);
    wakeUp();
  }

  /** Stores the outcome of an attempt. @returns the pause before the next one. */
  function settle({ id }: HeldRow, outcome: AttemptOutcome, times: AttemptTimes): ReplayPause {
    const { now } = times;
    const row = rows.find(id);
    // Someone dropped the request meanwhile.
    if (row?.state !== 'waiting') return 'none';
    const { progress, pause } = afterAttempt(row, outcome, times);
    const { state } = progress;
    rows.change(row, progress, { isGone: state === 'replayed' });
    if (outcome.kind === 'answered') rows.markUnregistered(row.path, 0);
    if (outcome.kind === 'not-registered') rows.markUnregistered(row.path, outcome.isFinal ? 2 : 1);
    if (state === 'replayed' || state === 'failed') paths.count(row.path, now, state);
    if (row.hasFile && state === 'replayed') alarms.set('held-expiry', now);
    return pause;
  }

  /**
   * Sets the alarm for the next attempt. The watchdog also covers a request that arrives while the replay ends, in case the
   * object dies before it starts again. Without an alarm, the next start of the workspace or a person starts the replay.
   */
  async function scheduleNext(retryAt: number | null): Promise<void> {
    const delayedAt = isInterrupted ? null : rows.nextAt();
    isInterrupted = false;
    const dueAt = retryAt ?? delayedAt ?? (rows.isQueueEmpty() ? null : clock.now() + WATCHDOG_MS);
    if (dueAt !== null && isOnline(readState())) alarms.set('replay', dueAt);
    else alarms.cancel('replay');
    await alarms.rearm();
  }

  /** Replays the due requests of all paths. */
  function startAll(): void {
    const { all } = rows.queues();
    // Paths may have lost dropped and expired requests. Suspects are found again.
    for (const path of ready) if (!all.has(path)) ready.delete(path);
    suspects.clear();
    for (const path of all.list()) ready.add(path);
    // The watchdog continues with the paths that have no room in memory yet.
    if (rows.isPartial()) isInterrupted = true;
    start();
  }

  return {
    startAll,

    /** Replays a path to which a request was added, unless it or the whole replay waits: the alarm is set then. */
    startPath(path: string): void {
      const now = clock.now();
      if (now < pausedUntil || (rows.head(path)?.nextAt ?? 0) > now) return;
      ready.add(path);
      start();
    },

    /** Schedules the replay, unless it runs or is due earlier. The caller rearms the alarms. */
    arm(at: number): void {
      if (!isRunning) alarms.setBy('replay', Math.max(at, pausedUntil));
    },

    /** Starts the due paths. In a pause, only repeats a failed call of the gate: new requests then wait behind the queue. */
    async wake(): Promise<void> {
      if (isRunning) alarms.set('replay', clock.now() + WATCHDOG_MS);
      startAll();
      if (!paths.settings().paused || !isOnline(readState()) || (await gate.sync())) return;
      alarms.setBy('replay', clock.now() + PAUSE_MS);
    },
  };
}

export type HeldReplay = ReturnType<typeof heldReplay>;
