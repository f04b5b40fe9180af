import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';
import type { HeldFailure, HeldState } from './held.ts';

/** Attempts that break the connection, after which a request is set aside: it may be what kills the workspace. */
export const MAX_BREAKS = 5;
/** A request is tried for so long since its first attempt. */
const MAX_TRYING_MS = DAY_MS;
const FIRST_DELAY_MS = 10 * SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
/** Statuses that say nothing of the request itself. */
const TRY_AGAIN = [408, 429, 502, 503, 504];

/** How an attempt to replay a request ended. */
export type AttemptOutcome =
  /** The flow's own answer, this time or in an attempt whose answer was lost on its way. */
  | { kind: 'answered'; status: number }
  /** n8n's own 404. */
  | { kind: 'not-registered' }
  /** The workspace as a whole takes nothing now: its gate is closed, or its executions are used up. */
  | { kind: 'unavailable' }
  /** An earlier attempt of the same request is still being worked on. */
  | { kind: 'in-progress' }
  /** Its content could not be read; nothing was sent. */
  | { kind: 'unreadable' }
  /** Nothing was sent, or the ingress has nowhere to send it. */
  | { kind: 'unreachable' }
  /** The connection broke: the workspace may have died of it. */
  | { kind: 'broken' };

/** The part of a held request that an attempt changes. Instants are UTC ms. */
export interface Trial {
  state: HeldState;
  failure: HeldFailure | null;
  attempts: number;
  /** Attempts since it was held, or since people asked for another replay. */
  tries: number;
  /** Those of `tries` that broke the connection. */
  breaks: number;
  firstTriedAt: number | null;
  nextAt: number | null;
  lastStatus: number | null;
  finishedAt: number | null;
}

export interface AfterAttempt {
  trial: Trial;
  /** `path`: the others of the path wait for the next attempt. `all`: nothing is to be replayed for a while. */
  waits: 'nobody' | 'path' | 'all';
}

/** @param tries that failed. @returns how long to wait until the next one, ms. */
export function replayDelayMs(tries: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(Math.max(tries, 1) - 1, 10));
}

/** Decides what becomes of a waiting request after an attempt. */
export function afterAttempt(before: Trial, outcome: AttemptOutcome, now: number): AfterAttempt {
  const attempts = before.attempts + 1;
  if (outcome.kind === 'unavailable' || outcome.kind === 'unreachable') {
    // No attempt of the request itself: only its age ends it.
    return { trial: { ...before, nextAt: now + FIRST_DELAY_MS }, waits: 'all' };
  }
  const isBroken = outcome.kind === 'broken';
  const tried: Trial = {
    ...before,
    attempts,
    tries: before.tries + 1,
    breaks: before.breaks + (isBroken ? 1 : 0),
    firstTriedAt: before.firstTriedAt ?? now,
    lastStatus: outcome.kind === 'answered' ? outcome.status : before.lastStatus,
  };
  if (outcome.kind === 'answered' && !TRY_AGAIN.includes(outcome.status))
    return { trial: finish(tried, failureOf(outcome.status), now), waits: 'nobody' };
  if (tried.breaks >= MAX_BREAKS) return { trial: finish(tried, 'poison', now), waits: 'all' };
  if (now - (tried.firstTriedAt ?? now) >= MAX_TRYING_MS)
    return { trial: finish(tried, 'gave_up', now), waits: 'nobody' };
  const nextAt = now + replayDelayMs(tried.tries);
  return { trial: { ...tried, nextAt }, waits: isBroken ? 'all' : 'path' };
}

/** A request whose time is over; a failed one keeps its failure. */
export function expire(before: Trial, now: number): Trial {
  return before.state === 'waiting' ? finish(before, 'expired', now) : before;
}

/** Lets a request be tried again from the start, now. */
export function tryAgain(before: Trial, now: number): Trial {
  return {
    ...before,
    state: 'waiting',
    failure: null,
    finishedAt: null,
    tries: 0,
    breaks: 0,
    firstTriedAt: null,
    nextAt: now,
  };
}

export function drop(before: Trial, now: number): Trial {
  return { ...before, state: 'dropped', nextAt: null, finishedAt: now };
}

function finish(trial: Trial, failure: HeldFailure | null, now: number): Trial {
  return { ...trial, state: failure ? 'failed' : 'replayed', failure, nextAt: null, finishedAt: now };
}

/** An answer of the flow itself is known and never asked for again; people may. */
function failureOf(status: number): HeldFailure | null {
  if (status < 400) return null;
  return status < 500 ? 'refused' : 'workflow_failed';
}

/** How many paths are replayed at a time. */
export const PARALLEL = { start: 4, max: 8, growAfter: 20 } as const;

/** @returns the next number of paths at a time: one after a failure, slowly more after successes. */
export function nextParallel(
  before: { paths: number; successes: number },
  isSuccess: boolean,
): { paths: number; successes: number } {
  if (!isSuccess) return { paths: 1, successes: 0 };
  const successes = before.successes + 1;
  if (successes < PARALLEL.growAfter) return { ...before, successes };
  return { paths: Math.min(PARALLEL.max, before.paths + 1), successes: 0 };
}
