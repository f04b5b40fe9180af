import type { ErrorCode } from '../../errors/catalogue.ts';
import { MINUTE_MS, SECOND_MS } from '../../time/clock.ts';
import type { FoundWorkspace, RehearsalDecision, RehearsalEffect, RehearsalEvent } from './events.ts';
import { isUnderWay } from './progress.ts';
import { breaksActiveWorkflow } from './report.ts';
import type {
  FailureReason,
  ForcedVerdict,
  RehearsalOutcome,
  RehearsalState,
  UpdateOutcome,
} from './state.ts';

// A step that takes longer fails with the next answer: a late alarm fails none that was not attempted again.

/** Covers a restart and a long export together. */
export const PREPARE_WITHIN_MS = 10 * MINUTE_MS;
/** Twice a workspace's maximum start time: the cluster may have to pull the image first. */
export const START_WITHIN_MS = 15 * MINUTE_MS;
const CHECK_WITHIN_MS = 15 * MINUTE_MS;
/** The object may die in a check; a check that kills it must not repeat forever. */
export const MAX_CHECKS = 3;
/** Covers the last backup. The update that follows has its own times. */
export const BEGIN_UPDATE_WITHIN_MS = 15 * MINUTE_MS;
const STEP_INTERVAL_MS = 5 * SECOND_MS;
/** While the cluster does not remove the copy. */
const REMOVE_INTERVAL_MS = 30 * SECOND_MS;

/**
 * Decides the effect of an event on a workspace's rehearsal. A late or repeated event changes nothing. Until a
 * rehearsal is reported, each decision sets an alarm, so that every state has an exit.
 * @param state null before the first rehearsal. @param now UTC ms.
 */
export function decideRehearsal(
  state: RehearsalState | null,
  event: RehearsalEvent,
  now: number,
): RehearsalDecision | { refused: ErrorCode } {
  if (event.kind === 'requested') return request(state, event, now);
  if (!state) return { state, effects: [] };
  if (event.kind === 'woken') return wake(state, event.workspace, now);
  if (event.serial !== state.serial) return { state, effects: [] };
  return answer(state, event, now);
}

function request(
  state: RehearsalState | null,
  { from, target, updateAt }: Extract<RehearsalEvent, { kind: 'requested' }>,
  now: number,
): RehearsalDecision | { refused: ErrorCode } {
  if (state && isUnderWay(state)) {
    // A second click joins the running rehearsal.
    const isSame = state.target === target && state.from === from;
    if (!isSame) return { refused: 'update_under_way' };
    // A forced update that a person selects in the meantime is carried out immediately.
    const isChosen = updateAt === null && state.updateAt !== null;
    return { state: isChosen ? { ...state, updateAt } : state, effects: [] };
  }
  const serial = (state?.serial ?? 0) + 1;
  return {
    state: { serial, from, target, requestedAt: now, updateAt, phase: { kind: 'preparing', startedAt: now } },
    effects: [{ kind: 'arm', at: now }],
  };
}

function wake(state: RehearsalState, workspace: FoundWorkspace, now: number): RehearsalDecision {
  const { phase } = state;
  if (phase.kind === 'reported') return { state, effects: [{ kind: 'cancel' }] };
  if (phase.kind === 'removing')
    return { state, effects: [{ kind: 'arm', at: now + REMOVE_INTERVAL_MS }, { kind: 'remove' }] };
  if (phase.kind === 'changing') return attempt(state, { kind: 'carry-out' }, now);
  if (!workspace.shouldRun) return fail(state, 'workspace_stopped', now);
  if (workspace.version !== state.from) return fail(state, 'version_changed', now);
  if (phase.kind === 'preparing') return attempt(state, { kind: 'prepare' }, now);
  if (phase.kind === 'starting') return attempt(state, { kind: 'probe' }, now);
  return attempt(state, { kind: 'check', backup: phase.backup }, now);
}

function attempt(state: RehearsalState, effect: RehearsalEffect, now: number): RehearsalDecision {
  return { state, effects: [{ kind: 'arm', at: now + STEP_INTERVAL_MS }, effect] };
}

/** Gives the current step up if its time is over. */
function onNotYet(state: RehearsalState, now: number): RehearsalDecision {
  const { phase } = state;
  const isOver = (withinMs: number) => 'startedAt' in phase && now - phase.startedAt >= withinMs;
  if (phase.kind === 'preparing' && isOver(PREPARE_WITHIN_MS)) return fail(state, 'no_backup', now);
  if (phase.kind === 'checking' && isOver(CHECK_WITHIN_MS)) return fail(state, 'check_failed', now);
  if (phase.kind === 'changing' && isOver(BEGIN_UPDATE_WITHIN_MS))
    return report(state, phase.outcome, { result: 'not_saved', now });
  return { state, effects: [] };
}

function answer(
  state: RehearsalState,
  event: Exclude<RehearsalEvent, { kind: 'requested' | 'woken' }>,
  now: number,
): RehearsalDecision {
  const { phase } = state;
  const ignored = { state, effects: [] };
  switch (event.kind) {
    case 'prepared': {
      if (phase.kind !== 'preparing') return ignored;
      const { backup } = event;
      return move(state, { kind: 'starting', startedAt: now, backup, isClusterUnreachable: false }, now);
    }
    case 'prepare-failed':
      return phase.kind === 'preparing' ? fail(state, event.reason, now) : ignored;
    case 'probed': {
      if (phase.kind !== 'starting') return ignored;
      const { backup } = phase;
      if (event.answer === 'ready')
        return move(state, { kind: 'checking', startedAt: now, attempts: 0, backup }, now);
      const isClusterUnreachable = event.answer === 'unreachable';
      // A copy that was missing only starts now. One that the cluster loses again gets no more time.
      if (event.answer === 'missing' && !phase.isApplied)
        return {
          state: { ...state, phase: { ...phase, startedAt: now, isClusterUnreachable, isApplied: true } },
          effects: [],
        };
      if (now - phase.startedAt >= START_WITHIN_MS)
        return fail(state, isClusterUnreachable ? 'cluster_unreachable' : 'not_ready', now);
      if (isClusterUnreachable === phase.isClusterUnreachable) return ignored;
      return { state: { ...state, phase: { ...phase, isClusterUnreachable } }, effects: [] };
    }
    case 'checked': {
      if (phase.kind !== 'checking') return ignored;
      // The version that a person chooses may be what repairs an Offline workspace.
      const canBlock = event.isCompared || state.updateAt !== null;
      const verdict = canBlock && breaksActiveWorkflow(event.report) ? 'blocked' : 'passed';
      return remove(state, { verdict, report: event.report }, now);
    }
    case 'check-failed': {
      if (phase.kind !== 'checking') return ignored;
      const attempts = phase.attempts + 1;
      if (attempts >= MAX_CHECKS) return fail(state, 'check_failed', now);
      return onNotYet({ ...state, phase: { ...phase, attempts } }, now);
    }
    case 'not-yet':
      return onNotYet(state, now);
    case 'removed': {
      if (phase.kind !== 'removing') return ignored;
      const { outcome } = phase;
      const { updateAt } = state;
      const isAhead = updateAt !== null && now < updateAt;
      if (outcome.verdict === 'passed' && !isAhead)
        return move(state, { kind: 'changing', startedAt: now, outcome }, now);
      return report(state, outcome, { result: updateAt === null ? 'dropped' : 'announced', now });
    }
    case 'saved':
      return phase.kind === 'changing' ? move(state, { ...phase, isSaved: true }, now) : ignored;
    case 'carried-out': {
      if (phase.kind !== 'changing') return ignored;
      // The workspace was stopped in the meantime, or another version was selected.
      return report(state, phase.outcome, { result: event.result, now });
    }
  }
}

function move(state: RehearsalState, phase: RehearsalState['phase'], now: number): RehearsalDecision {
  return { state: { ...state, phase }, effects: [{ kind: 'arm', at: now }] };
}

function fail(state: RehearsalState, reason: FailureReason, now: number): RehearsalDecision {
  return remove(state, { verdict: 'failed', reason }, now);
}

/** The copy is removed whatever the outcome. */
function remove(state: RehearsalState, outcome: RehearsalOutcome, now: number): RehearsalDecision {
  return move(state, { kind: 'removing', startedAt: now, outcome }, now);
}

function report(
  state: RehearsalState,
  outcome: RehearsalOutcome,
  { result, now }: { result: UpdateOutcome; now: number },
): RehearsalDecision {
  const { updateAt } = state;
  const verdict = forcedVerdictOf(outcome, result);
  const problems = outcome.verdict === 'failed' ? 0 : outcome.report.problems.length;
  return {
    state: { ...state, phase: { kind: 'reported', at: now, result, outcome } },
    effects: [
      { kind: 'cancel' },
      ...(updateAt !== null && verdict
        ? [{ kind: 'report-forced', updateAt, verdict, problems } as const]
        : []),
    ],
  };
}

/** @returns null if the update began, or was called off: the workspace's machine knows. */
function forcedVerdictOf({ verdict }: RehearsalOutcome, result: UpdateOutcome): ForcedVerdict | null {
  if (result === 'announced') return verdict;
  return result === 'not_saved' || result === 'withdrawn' ? result : null;
}
