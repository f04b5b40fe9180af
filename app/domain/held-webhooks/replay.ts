import { MAX_CONNECTIONS } from '../connections.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';
import { REGISTRATION_MS } from './decide-hold.ts';
import type { HeldFailure, HeldState } from './held-request.ts';

/** Attempts that end the process, after which a request fails: it may be crashing the workspace. */
export const MAX_BREAKS = 5;
/** Since the first attempt, without the times in which none was possible. */
const MAX_TRYING_MS = DAY_MS;
const FIRST_DELAY_MS = 10 * SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;

/** How an attempt to replay a request ended. */
export type AttemptOutcome =
  /** The workflow's own answer, to this attempt or to an earlier one whose answer was lost. */
  | { kind: 'answered'; status: number }
  /** n8n's own 404. `isFinal`: it has had the time to register its webhooks ({@link isUnregistered}). */
  | { kind: 'not-registered'; isFinal?: boolean }
  /** The workspace accepts no requests now: its gate is closed, or its executions are used up. */
  | { kind: 'unavailable' }
  /** An earlier attempt of the same request still runs, as the process says. */
  | { kind: 'in-progress' }
  /** No answer came in time: the process works on the request, or no longer responds. */
  | { kind: 'unanswered' }
  /** The connection ended for another reason than the request; the process may have received it. */
  | { kind: 'disconnected' }
  /** Something in front of the workspace, such as a firewall, answered in its place. */
  | { kind: 'blocked' }
  /** The content could not be read; nothing was sent. */
  | { kind: 'unreadable' }
  /** Nothing was sent, or the ingress has no process to send it to. */
  | { kind: 'unreachable' }
  /** The process broke the connection or no longer responds: the request may have crashed it. */
  | { kind: 'broken' };

/** When an attempt was sent and when it ended, UTC ms, and the generation of the process that got it. */
export interface AttemptTimes {
  startedAt: number;
  now: number;
  generation: number;
}

/** The part of a held request that attempts change. Instants are UTC ms. */
export interface ReplayProgress {
  state: HeldState;
  failure: HeldFailure | null;
  /** From 1; replaying a request whose workflow answered it begins the next run. */
  run: number;
  attempts: number;
  /** Attempts since the request was held, or since someone asked for another replay. */
  tries: number;
  /** The part of `tries` that ended the process. */
  breaks: number;
  /**
   * Generation of the process that began the request and did not answer in time: begun again by the
   * same, the first run ended.
   */
  unansweredIn: number | null;
  /** Moved forward by the times in which no attempt was possible: the workspace was down, or the replay paused. */
  firstTriedAt: number | null;
  /** Never null after an attempt. */
  nextAt: number | null;
  lastStatus: number | null;
  finishedAt: number | null;
}

/** The scope that pauses until the next attempt of a request: nothing, its path, or the whole replay. */
export type ReplayPause = 'none' | 'path' | 'all';

/** @param tries failed attempts. @returns the delay until the next one, ms. */
export function replayDelayMs(tries: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(Math.max(tries, 1) - 1, 10));
}

/** Decides the next state of a waiting request after an attempt. */
export function afterAttempt(
  before: ReplayProgress,
  outcome: AttemptOutcome,
  { startedAt, now, generation }: AttemptTimes,
): { progress: ReplayProgress; pause: ReplayPause } {
  const { firstTriedAt, nextAt: dueAt } = before;
  // An attempt that comes later than it was due was not possible before.
  const isFirst = firstTriedAt === null || dueAt === null;
  const triedSince = isFirst ? startedAt : firstTriedAt + Math.max(0, startedAt - dueAt);
  if (outcome.kind === 'unavailable' || outcome.kind === 'unreachable') {
    // This does not count as an attempt of the request, which only its age can end.
    const nextAt = now + FIRST_DELAY_MS;
    const movedTo = triedSince + nextAt - startedAt;
    return { progress: { ...before, nextAt, firstTriedAt: firstTriedAt && movedTo }, pause: 'all' };
  }
  const status = statusOf(outcome);
  const isUnanswered = outcome.kind === 'unanswered';
  // A process that still runs the request refuses it, and one that knows its answer gives it.
  const isBegunAgain = isUnanswered && before.unansweredIn === generation;
  const isBroken = outcome.kind === 'broken';
  const tried: ReplayProgress = {
    ...before,
    attempts: before.attempts + 1,
    tries: before.tries + 1,
    breaks: before.breaks + (isBroken || isBegunAgain ? 1 : 0),
    unansweredIn: isUnanswered ? generation : isBroken ? null : before.unansweredIn,
    firstTriedAt: triedSince,
    lastStatus: status ?? before.lastStatus,
  };
  if (status !== null) return { progress: finish(tried, failureOf(status), now), pause: 'none' };
  if (tried.breaks >= MAX_BREAKS) return { progress: finish(tried, 'poison', now), pause: 'all' };
  if (now - triedSince >= MAX_TRYING_MS) return { progress: finish(tried, 'gave_up', now), pause: 'none' };
  const nextAt = now + replayDelayMs(tried.tries);
  const isConnectionLost = isBroken || outcome.kind === 'disconnected';
  return { progress: { ...tried, nextAt }, pause: isConnectionLost ? 'all' : 'path' };
}

/** @returns the status of a known answer; null if another attempt may have another one. */
function statusOf(outcome: AttemptOutcome): number | null {
  if (outcome.kind === 'answered') return outcome.status;
  return outcome.kind === 'not-registered' && outcome.isFinal ? 404 : null;
}

/**
 * @param times.firstTriedAt of the request. `readyAt`: of the process. `isPathUnregistered`: how
 *   the path's request before it ended. Instants are UTC ms.
 * @returns whether "not registered" is the workspace's own answer, as it is for a new request ten minutes after a start: n8n
 *   registers webhooks after it is ready, and a restart in place is not always noticed.
 */
export function isUnregistered(
  now: number,
  times: { firstTriedAt: number | null; readyAt: number; isPathUnregistered: boolean },
): boolean {
  const { firstTriedAt, readyAt, isPathUnregistered } = times;
  if (now - readyAt < REGISTRATION_MS) return false;
  return isPathUnregistered || (firstTriedAt !== null && now - firstTriedAt >= REGISTRATION_MS);
}

/** Ends a request at the end of its retention; a failed one keeps its failure. */
export function expire(before: ReplayProgress, now: number): ReplayProgress {
  return before.state === 'waiting' ? finish(before, 'expired', now) : before;
}

/** Makes a request due now, with new attempts. Without a known answer it stays the same run, which the process runs once. */
export function tryAgain(before: ReplayProgress, now: number): ReplayProgress {
  const isAnswered = before.failure === 'refused' || before.failure === 'workflow_failed';
  return {
    ...before,
    run: before.run + (isAnswered ? 1 : 0),
    state: 'waiting',
    failure: null,
    finishedAt: null,
    tries: 0,
    breaks: 0,
    unansweredIn: null,
    firstTriedAt: null,
    nextAt: now,
  };
}

export function drop(before: ReplayProgress, now: number): ReplayProgress {
  return { ...before, state: 'dropped', nextAt: null, finishedAt: now };
}

/** @returns the id by which the process knows a run of a held request, and runs it once. */
export function requestIdOf({ id, run }: { id: string; run: number }): string {
  return run === 1 ? id : `${id}.${run}`;
}

function finish(progress: ReplayProgress, failure: HeldFailure | null, now: number): ReplayProgress {
  return { ...progress, state: failure ? 'failed' : 'replayed', failure, nextAt: null, finishedAt: now };
}

/** The workflow's own failure is final, whatever its status; only people can request another replay. */
function failureOf(status: number): HeldFailure | null {
  if (status < 400) return null;
  return status < 500 ? 'refused' : 'workflow_failed';
}

/**
 * Limits of paths that are replayed in parallel. A replay can occupy a connection for as long as a workspace may take to answer: two stay
 * for the object's other calls, to the gate, the cluster, the database and R2, which have shorter deadlines.
 */
export const PARALLEL = { start: 3, max: MAX_CONNECTIONS - 2, growAfter: 20, slowMs: 25 } as const;

/** The number of paths that are replayed in parallel, and the answers since it changed. */
export interface ReplayPace {
  paths: number;
  answers: number;
  /** Total time of these answers. */
  tookMs: number;
}

export const FIRST_PACE: ReplayPace = { paths: PARALLEL.start, answers: 0, tookMs: 0 };

/** Outcomes that say nothing of the workspace's load. */
const NEUTRAL: ReadonlyArray<AttemptOutcome['kind']> = ['not-registered', 'blocked', 'unreadable'];

/**
 * Chooses the number of parallel paths: one after a failure, then gradually more. Beyond the first number, only slow answers
 * make it grow, and fast ones make it shrink: a workspace that answers fast is limited by its processor, and more replays at
 * once would only delay each other and the webhooks that arrive meanwhile. @param tookMs the duration of the attempt.
 */
export function nextPace(before: ReplayPace, outcome: AttemptOutcome['kind'], tookMs: number): ReplayPace {
  if (NEUTRAL.includes(outcome)) return before;
  if (outcome !== 'answered') return { paths: 1, answers: 0, tookMs: 0 };
  const pace = { paths: before.paths, answers: before.answers + 1, tookMs: before.tookMs + tookMs };
  if (pace.answers < PARALLEL.growAfter) return pace;
  const isSlow = pace.tookMs / pace.answers >= PARALLEL.slowMs;
  const step = pace.paths < PARALLEL.start || isSlow ? 1 : -1;
  // From the first number, fast answers change nothing.
  const least = Math.min(PARALLEL.start, pace.paths + 1);
  return { paths: Math.min(PARALLEL.max, Math.max(least, pace.paths + step)), answers: 0, tookMs: 0 };
}
