import { isDeepStrictEqual } from 'node:util';
import { entitles, timetableOf } from '../entitlement.ts';
import type { InstanceFacts, InstancePhase, InstanceState, PhaseKind } from '../state.ts';
import { deletionAtOf } from '../timetable.ts';
import { wantsSame } from '../wanted.ts';
import {
  armTimetable,
  changeState,
  keepState,
  newProgress,
  pendingPhase,
  recordOf,
  scheduleProbe,
} from './change.ts';
import { armOvertakenDrop } from './deletion.ts';
import type { Decision, InstanceEffect, Refusal } from './events.ts';
import { followOverageFacts, noOverage } from './overage.ts';
import { followTimetable } from './timetable-due.ts';
import type { Event, StateIn } from './transition.ts';
import { nextDayAt } from './versions.ts';

/** The effect of changed facts on the phase. */
interface FactsChange {
  facts: InstanceFacts;
  /** The wanted process changes. */
  isWantedChanged: boolean;
  /** The plan's limits differ. */
  isPlanChanged: boolean;
  /** A new entitlement starts, and it covers a running workspace now. */
  isEntitledAgain: boolean;
  /** UTC ms; null when nothing schedules a deletion. */
  deletionAt: number | null;
}

/** @returns the phase after the change; the same object when the phase stays. */
type NextPhase<Phase extends PhaseKind> = (
  phase: StateIn<Phase>['phase'],
  change: FactsChange,
  now: number,
) => InstancePhase;

/**
 * Takes over the account's facts: limits follow the plan, and the entitlement begins, changes or ends. Late older facts
 * change nothing; another workspace's facts are refused.
 */
export function onFacts<Phase extends PhaseKind>(
  nextPhase: NextPhase<Phase>,
): (state: StateIn<Phase>, event: Event<'facts-received'>, now: number) => Decision | Refusal {
  return (state, event, now) => {
    const known = state.facts;
    const isAnother =
      event.facts.workspaceId !== known.workspaceId ||
      event.facts.accountId !== known.accountId ||
      event.facts.name !== known.name;
    if (isAnother) return { refused: 'workspace_not_found' };
    if (event.facts.factsRevision < known.factsRevision) return keepState(state);
    const facts = { ...event.facts, clusterId: known.clusterId };
    if (isDeepStrictEqual(facts, known)) return keepState(state);
    const applied = applyFacts(state, facts, nextPhase, now);
    return followOverageFacts(followTimetable(applied, now), state, now, event.changedAt);
  };
}

/** Creates an instance with its first facts. */
export function createInstance(facts: InstanceFacts, version: string, now: number): Decision {
  const phase: InstancePhase = entitles(facts.entitlement, now)
    ? pendingPhase('provision', now)
    : stoppedPhase(facts);
  const state: InstanceState = {
    facts,
    configuration: {
      version,
      timezone: facts.timezone,
      saveExecutions: { manual: true, failed: true, successful: true },
    },
    phase,
    since: now,
    isApplied: false,
    generation: 1,
    restarts: 0,
    revision: 1,
    incarnation: 1,
    finalBackups: [],
    progress: { serial: 1 },
    usage: null,
    usageWarnings: null,
    overage: noOverage,
    staleness: null,
    storage: { claim: 0, snapshot: null },
    saved: null,
    changedSinceSave: [],
    due: [],
    lastUpdate: null,
  };
  const effects: InstanceEffect[] = [
    scheduleProbe(now),
    { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
    armTimetable(state),
    recordOf(phase, now),
    { kind: 'push' },
  ];
  return followOverageFacts({ state, effects }, state, now);
}

function applyFacts<Phase extends PhaseKind>(
  state: StateIn<Phase>,
  facts: InstanceFacts,
  nextPhase: NextPhase<Phase>,
  now: number,
): Decision {
  const isNewEntitlement = !isDeepStrictEqual(facts.entitlement, state.facts.entitlement);
  // The account's timezone replaces the workspace's own only when the account's changes.
  const isNewTimezone = facts.timezone !== state.facts.timezone;
  const next: InstanceState = {
    ...state,
    facts,
    configuration: isNewTimezone ? { ...state.configuration, timezone: facts.timezone } : state.configuration,
    progress: isNewEntitlement ? newProgress(state.progress.serial + 1, facts, now) : state.progress,
  };
  const phase = nextPhase(
    state.phase,
    {
      facts,
      isWantedChanged: !wantsSame(state, next),
      isPlanChanged: !isDeepStrictEqual(facts.limits, state.facts.limits),
      isEntitledAgain: isNewEntitlement && entitles(facts.entitlement, now),
      deletionAt: deletionAtOf(next),
    },
    now,
  );
  const isNewIncarnation = state.phase.kind === 'deleted' && phase.kind === 'pending';
  const incarnation = state.incarnation + (isNewIncarnation ? 1 : 0);
  const decision = changeState(state, { ...next, phase, incarnation }, now);
  const isProbeDue = phase.kind !== 'deleted' && (phase !== state.phase || !decision.state.isApplied);
  if (isProbeDue) decision.effects.push(scheduleProbe(now));
  if (state.phase.kind === 'backing-up' && phase.kind !== 'backing-up')
    decision.effects.push(armOvertakenDrop(now));
  if (isNewIncarnation) {
    decision.effects.push({ kind: 'arm', schedule: 'day', at: nextDayAt(state, now) });
  }
  return decision;
}

export const updatePending: NextPhase<'pending'> = (phase, { isWantedChanged }, now) =>
  isWantedChanged
    ? { ...pendingPhase(phase.cause, now), ...(phase.update && { update: phase.update }) }
    : phase;

/** The process reads its limits when it starts: a plan with another size restarts it, one with another quota does not. */
export const updateRunning: NextPhase<'online' | 'offline'> = (
  phase,
  { isWantedChanged, isPlanChanged },
  now,
) => (isWantedChanged ? pendingPhase(isPlanChanged ? 'plan' : 'configure', now) : phase);

/** Only a new entitlement resumes: a clock that went back does not revive an ended one. */
export const resumeOrKeepStopped: NextPhase<'stopped'> = (phase, { facts, isEntitledAgain }, now) => {
  if (isEntitledAgain) return pendingPhase('resume', now);
  const stopped = stoppedPhase(facts);
  return stopped.reason === phase.reason ? phase : stopped;
};

/** Nothing is destroyed yet: an account that pays now keeps everything. */
export const resumeOrKeepBackingUp: NextPhase<'backing-up'> = (
  phase,
  { facts, isEntitledAgain, deletionAt },
  now,
) => {
  if (isEntitledAgain) return pendingPhase('resume', now);
  return deletionAt !== null && deletionAt <= now ? phase : stoppedPhase(facts);
};

export const startAgain: NextPhase<'deleted'> = (phase, { isEntitledAgain }, now) =>
  isEntitledAgain ? pendingPhase('provision', now) : phase;

export const keepPhase: NextPhase<PhaseKind> = (phase) => phase;

function stoppedPhase({ entitlement }: InstanceFacts): Extract<InstancePhase, { kind: 'stopped' }> {
  // An active entitlement stops nothing: an earlier failed payment has stopped the workspace.
  return { kind: 'stopped', reason: timetableOf(entitlement)?.reason ?? 'paused' };
}
