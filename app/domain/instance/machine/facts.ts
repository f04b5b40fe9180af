import { isDeepStrictEqual } from 'node:util';
import { entitles, stopReasonOf } from '../entitlement.ts';
import type { InstanceFacts, InstancePhase, InstanceState, PhaseKind } from '../state.ts';
import { deletionAtOf } from '../timetable.ts';
import { wantsSame } from '../wanted.ts';
import { armTimetable, changed, newProgress, pending, recordOf, scheduleProbe, unchanged } from './change.ts';
import type { Decision, Refusal } from './events.ts';
import { followTimetable } from './timetable-due.ts';
import type { Event, StateIn } from './transition.ts';
import { nextDayAt } from './versions.ts';

/** What the changed facts mean for the phase. */
interface FactsChange {
  facts: InstanceFacts;
  /** The cluster has to be given something else. */
  isWantedChanged: boolean;
  /** A new entitlement begins, and it entitles to a running workspace now. */
  isEntitledAgain: boolean;
  /** UTC ms; null when nothing schedules a deletion. */
  deletionAt: number | null;
}

/** @returns the phase after the change; the very same object when the phase stays. */
type NextPhase<Phase extends PhaseKind> = (
  phase: StateIn<Phase>['phase'],
  change: FactsChange,
  now: number,
) => InstancePhase;

/**
 * The facts of the account as the database knows them: limits follow the plan, the entitlement begins, changes or ends.
 * Older facts that arrive late change nothing, and neither do those of another workspace.
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
    if (event.facts.factsRevision < known.factsRevision) return unchanged(state);
    const facts = { ...event.facts, clusterId: known.clusterId };
    if (isDeepStrictEqual(facts, known)) return unchanged(state);
    return followTimetable(factsChanged(state, facts, nextPhase, now), now);
  };
}

/** The first facts of a workspace: its instance begins. */
export function createInstance({ facts, version }: Event<'facts-received'>, now: number): Decision {
  const phase: InstancePhase = entitles(facts.entitlement, now)
    ? pending('provision', now)
    : stoppedBy(facts);
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
    staleness: null,
  };
  return {
    state,
    effects: [
      scheduleProbe(now),
      { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
      armTimetable(state),
      recordOf(phase, now),
      { kind: 'push' },
    ],
  };
}

function factsChanged<Phase extends PhaseKind>(
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
      isEntitledAgain: isNewEntitlement && entitles(facts.entitlement, now),
      deletionAt: deletionAtOf(next),
    },
    now,
  );
  const isNewIncarnation = state.phase.kind === 'deleted' && phase.kind === 'pending';
  const incarnation = state.incarnation + (isNewIncarnation ? 1 : 0);
  const decision = changed(state, { ...next, phase, incarnation }, now);
  const isProbeDue = phase.kind !== 'deleted' && (phase !== state.phase || !decision.state.isApplied);
  if (isProbeDue) decision.effects.push(scheduleProbe(now));
  if (isNewIncarnation) {
    decision.effects.push({ kind: 'arm', schedule: 'day', at: nextDayAt(state, now) });
  }
  return decision;
}

export const updatePending: NextPhase<'pending'> = (phase, { isWantedChanged }, now) =>
  isWantedChanged ? pending(phase.cause, now) : phase;

export const updateRunning: NextPhase<'online' | 'offline'> = (phase, { isWantedChanged }, now) =>
  isWantedChanged ? pending('configure', now) : phase;

/** Only a new entitlement resumes: one that has ended does not begin again because a clock went back. */
export const resumeOrKeepStopped: NextPhase<'stopped'> = (phase, { facts, isEntitledAgain }, now) => {
  if (isEntitledAgain) return pending('resume', now);
  const stopped = stoppedBy(facts);
  return stopped.reason === phase.reason ? phase : stopped;
};

/** Nothing is destroyed yet: an account that pays at this moment keeps everything. */
export const resumeOrKeepBackingUp: NextPhase<'backing-up'> = (
  phase,
  { facts, isEntitledAgain, deletionAt },
  now,
) => {
  if (isEntitledAgain) return pending('resume', now);
  return deletionAt !== null && deletionAt <= now ? phase : stoppedBy(facts);
};

export const startAgain: NextPhase<'deleted'> = (phase, { isEntitledAgain }, now) =>
  isEntitledAgain ? pending('provision', now) : phase;

export const stay: NextPhase<PhaseKind> = (phase) => phase;

function stoppedBy({ entitlement }: InstanceFacts): Extract<InstancePhase, { kind: 'stopped' }> {
  // An active entitlement stops nothing: the workspace is stopped already, by a payment that failed.
  const reason = entitlement.kind === 'active' ? 'paused' : stopReasonOf(entitlement);
  return { kind: 'stopped', reason };
}
