import type { InstanceFacts, InstancePhase, InstanceState } from '../state.ts';
import { entitles, stopReasonOf } from '../subscription.ts';
import { deletionAtOf } from '../timetable.ts';
import { wantsSame } from '../wanted.ts';
import { armTimetable, changed, lookAt, newProgress, pending, recordOf, unchanged } from './change.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';
import { followTimetable } from './timetable-due.ts';
import { nextDayAt } from './versions.ts';

type Told = Extract<InstanceEvent, { kind: 'told' }>;

/** What the database tells: an instance is made, its limits follow the plan, its subscription begins or ends. */
export function told(state: InstanceState | null, event: Told, now: number): Decision | Refusal {
  if (!state) return created(event, now);
  const known = state.facts;
  const isAnother =
    event.facts.workspaceId !== known.workspaceId ||
    event.facts.accountId !== known.accountId ||
    event.facts.name !== known.name;
  // An id that was mixed up must change nothing.
  if (isAnother) return { refused: 'workspace_not_found' };
  if (event.facts.toldRevision < known.toldRevision) return unchanged(state);
  const facts = { ...event.facts, clusterId: known.clusterId };
  if (JSON.stringify(facts) === JSON.stringify(known)) return unchanged(state);
  return followTimetable(retold(state, facts, now), now);
}

function created({ facts, version }: Told, now: number): Decision {
  const phase: InstancePhase = entitles(facts.subscription, now)
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
    wish: 1,
    restarts: 0,
    revision: 1,
    life: 1,
    finalBackups: [],
    progress: { serial: 1 },
    usage: null,
    usageWarnings: null,
    staleness: null,
  };
  return {
    state,
    effects: [
      lookAt(now),
      { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
      armTimetable(state),
      recordOf(phase, now),
      { kind: 'push' },
    ],
  };
}

function retold(state: InstanceState, facts: InstanceFacts, now: number): Decision {
  const isNewSubscription = JSON.stringify(facts.subscription) !== JSON.stringify(state.facts.subscription);
  // The account's timezone counts for the instance when it changes, not when it is merely told again.
  const isNewTimezone = facts.timezone !== state.facts.timezone;
  const next: InstanceState = {
    ...state,
    facts,
    configuration: isNewTimezone ? { ...state.configuration, timezone: facts.timezone } : state.configuration,
    progress: isNewSubscription ? newProgress(state.progress.serial + 1, facts, now) : state.progress,
  };
  const isEntitledAnew = isNewSubscription && entitles(facts.subscription, now);
  const phase = phaseUnder(next, { isToldAnew: !wantsSame(state, next), isEntitledAnew }, now);
  const isMadeAnew = state.phase.kind === 'deleted' && phase.kind === 'pending';
  const life = state.life + (isMadeAnew ? 1 : 0);
  const decision = changed(state, { ...next, phase, life }, now);
  const isLookDue = phase.kind !== 'deleted' && (phase !== state.phase || !decision.state.isApplied);
  if (isLookDue) decision.effects.push(lookAt(now));
  if (isMadeAnew) {
    decision.effects.push({ kind: 'arm', schedule: 'day', at: nextDayAt(state, now) });
  }
  return decision;
}

/** The phase once the facts are what `next` says; the same object when nothing changes it. */
function phaseUnder(
  next: InstanceState,
  { isToldAnew, isEntitledAnew }: { isToldAnew: boolean; isEntitledAnew: boolean },
  now: number,
): InstancePhase {
  const { phase, facts } = next;
  switch (phase.kind) {
    case 'pending':
      return isToldAnew ? pending(phase.cause, now) : phase;
    case 'online':
    case 'offline':
      return isToldAnew ? pending('configure', now) : phase;
    case 'stopped':
      // A subscription that has ended does not begin again because a clock went back.
      return isEntitledAnew ? pending('resume', now) : stoppedBy(facts, phase);
    case 'backing-up': {
      // Nothing is destroyed yet: whoever pays in this very moment keeps everything.
      if (isEntitledAnew) return pending('resume', now);
      const deletionAt = deletionAtOf(next);
      return deletionAt !== null && deletionAt <= now ? phase : stoppedBy(facts);
    }
    case 'removing':
      // Too late to keep it: what is to run again is made anew once nothing of the old is left.
      return phase;
    case 'deleted':
      return isEntitledAnew ? pending('provision', now) : phase;
  }
}

function stoppedBy({ subscription }: InstanceFacts, known?: InstancePhase): InstancePhase {
  // An active subscription stops nothing: whoever asks is stopped already, and stays so for the same reason.
  const reason = subscription.kind === 'active' ? 'paused' : stopReasonOf(subscription);
  return known?.kind === 'stopped' && known.reason === reason ? known : { kind: 'stopped', reason };
}
