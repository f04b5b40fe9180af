import { MINUTE_MS } from '../../time/clock.ts';
import { finalBackupKey } from '../final-backup.ts';
import { LATER_INTERVAL_MS, nextAttemptAt, probeIntervalMs, UPDATE_INTERVAL_MS } from '../polling.ts';
import type { InstanceState, PhaseKind } from '../state.ts';
import { changeState, keepState, pendingPhase, scheduleProbe } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import { addPeopleDelivery, mustDeliverPeople } from './people.ts';
import type { Event, Reaction, StateIn } from './transition.ts';
import { onProbedUpdating } from './update.ts';

const MAX_RETRY_AFTER_MS = 5 * MINUTE_MS;
/** The most time that one wait for an answer adds to a step of an update; usually {@link UPDATE_INTERVAL_MS}. */
const MAX_COUNTED_MS = 5 * UPDATE_INTERVAL_MS;

type Probed = Event<'probed'>;
type ProbeHandler<Phase extends PhaseKind> = (state: StateIn<Phase>, event: Probed, now: number) => Decision;

/** Ignores answers about an earlier generation. */
function forCurrentGeneration<Phase extends PhaseKind>(handle: ProbeHandler<Phase>): ProbeHandler<Phase> {
  return (state, event, now) =>
    event.generation === state.generation ? handle(state, event, now) : keepState(state);
}

/**
 * Applies a lost generation immediately, or at the usual interval if this probe has just applied
 * it: no loop with a cluster that loses it.
 */
function reapplyLost<Phase extends PhaseKind>(handle: ProbeHandler<Phase>): ProbeHandler<Phase> {
  return forCurrentGeneration((state, event, now) => {
    if (event.answer !== 'missing' || !state.isApplied) return handle(state, event, now);
    const lost = { ...state, isApplied: false };
    return event.isJustApplied ? handle(lost, event, now) : { state: lost, effects: [scheduleProbe(now)] };
  });
}

export const onProbedPending = reapplyLost<'pending'>((state, event, now) => {
  if (event.answer === 'unreachable') return onUnreachable(state, event, now);
  if (event.answer !== 'ready') return onPolled(state, event, false, now);
  // Until the process knows of the changes, only the portal reaches it, and nothing else about it counts.
  if (mustDeliverPeople(state)) return addPeopleDelivery(onPolled(state, event, false, now), state);
  return onPolled(state, event, true, now);
});

function onPolled(state: StateIn<'pending'>, event: Probed, isReached: boolean, now: number): Decision {
  const { update, isClusterUnreachable } = state.phase;
  if (update) {
    const decision = onProbedUpdating(countAnswer(state, now), { update, isReached }, now);
    return isClusterUnreachable
      ? { ...decision, effects: [...decision.effects, { kind: 'push' }] }
      : decision;
  }
  return isReached ? comeOnline(state, event, now) : onNotReady(state, event, now);
}

export const onProbedOnline = forCurrentGeneration<'online'>((state, event, now) => {
  switch (event.answer) {
    case 'ready':
      return { state, effects: [probeLater(state, event, 'online', now), { kind: 'read-usage' }] };
    case 'unreachable':
      // An unreachable cluster says nothing about the workspace, which may still serve its users.
      return { state, effects: [probeLater(state, event, 'offline', now)] };
    case 'missing':
    case 'not-ready': {
      const isApplied = state.isApplied && event.answer !== 'missing';
      return changeState({ ...state, isApplied }, { phase: pendingPhase('recover', now) }, now, [
        scheduleProbe(now),
      ]);
    }
  }
});

export const onProbedOffline = reapplyLost<'offline'>((state, event, now) => {
  const later = { state, effects: [probeLater(state, event, 'offline', now)] };
  if (event.answer !== 'ready') return later;
  return mustDeliverPeople(state) ? addPeopleDelivery(later, state) : comeOnline(state, event, now);
});

/** A stopped workspace stays stopped with any answer; a lost or overtaken generation is applied again. */
export const onProbedStopped = reapplyLost<'stopped'>((state, event, now) =>
  state.isApplied && event.answer !== 'unreachable'
    ? { state, effects: [{ kind: 'cancel', schedule: 'probe' }] }
    : { state, effects: [probeLater(state, event, 'stopping', now)] },
);

/** The `startedAt` of a final backup whose delay was reported: a state that earlier Workers read too. */
const REPORTED = 0;

/** Takes the backup once the process is ready; the next probe repeats a failed one. */
export const onProbedBackingUp = reapplyLost<'backing-up'>((state, event, now) => {
  const { phase, facts, incarnation } = state;
  const nextAt = nextAttemptAt(phase.startedAt, now);
  const probe =
    nextAt === null ? probeLater(state, event, 'offline', now) : scheduleProbe(notBefore(nextAt, event, now));
  const effects: InstanceEffect[] = [probe];
  if (event.answer === 'ready')
    effects.push({ kind: 'take-backup', key: finalBackupKey(facts.workspaceId, incarnation) });
  if (nextAt !== null || phase.startedAt === REPORTED) return { state, effects };
  // A workspace that does not start for its backup is kept, and an operator has to find out why.
  effects.unshift({ kind: 'report', trouble: 'final_backup_overdue' });
  return { state: { ...state, phase: { ...phase, startedAt: REPORTED } }, effects };
});

export const onProbedRemoving = reapplyLost<'removing'>((state, event, now) => ({
  state,
  effects: [probeLater(state, event, 'stopping', now)],
}));

/** Probes until the cluster has removed everything again. */
export const onProbedDeleted = forCurrentGeneration<'deleted'>((state, event, now) => ({
  state,
  effects: [
    event.answer === 'missing'
      ? { kind: 'cancel', schedule: 'probe' }
      : probeLater(state, event, 'offline', now),
  ],
}));

/** The cluster accepted a generation; an earlier one than the current is ignored. */
export function onApplied(state: InstanceState, { generation }: Event<'applied'>): Decision {
  if (generation !== state.generation || state.isApplied) return keepState(state);
  return { state: { ...state, isApplied: true }, effects: [] };
}

/** Probes a stopped workspace again: a delayed call for an earlier generation may arrive last. */
export const onAppliedWhileStopped: Reaction<'applied'> = (state, event, now) => {
  const decision = onApplied(state, event);
  if (decision.state === state) return decision;
  const at = now + probeIntervalMs('offline', state.facts.workspaceId);
  return { ...decision, effects: [scheduleProbe(at)] };
};

/** Applies the generation again and probes immediately; idempotent. The probe removes the parts of a deleted workspace. */
export const onReconciled: Reaction<'reconciled'> = (state, _event, now) => {
  return { state: { ...state, isApplied: false }, effects: [scheduleProbe(now), { kind: 'heartbeat' }] };
};

/** After the sandbox moved its clock, polling that started in the meantime counts its attempts from now. An update counts the moved time. */
export const restartPolling: Reaction<'clock-moved', StateIn<'pending' | 'backing-up'>> = (
  state,
  { departedAt },
  now,
) => {
  const { phase } = state;
  if (phase.startedAt < departedAt) {
    if (phase.kind !== 'pending' || !phase.update) return keepState(state);
    return { state: { ...state, phase: { ...phase, answeredAt: now } }, effects: [] };
  }
  return { state: { ...state, phase: { ...phase, startedAt: now } }, effects: [scheduleProbe(now)] };
};

/** An unreachable cluster is not a failure of the instance, which stays Pending for as long as that lasts. */
function onUnreachable(state: StateIn<'pending'>, event: Probed, now: number): Decision {
  const { phase } = state;
  const at = nextAttemptAt(phase.startedAt, now) ?? now + LATER_INTERVAL_MS;
  const effects = [scheduleProbe(notBefore(at, event, now))];
  if (phase.isClusterUnreachable) return { state, effects };
  return changeState(state, { phase: { ...phase, isClusterUnreachable: true } }, now, effects);
}

/**
 * @returns an update's state with the time since the last answer added, up to {@link MAX_COUNTED_MS}: no outage, late alarm
 *   or clock that went back uses up a step by itself, and a cluster that rarely answers cannot delay a revert for long.
 */
function countAnswer(state: StateIn<'pending'>, now: number): StateIn<'pending'> {
  const { phase } = state;
  const { startedAt, isClusterUnreachable } = phase;
  const lastAt = Math.max(phase.answeredAt ?? startedAt, startedAt);
  const counted = Math.min(Math.max(now - lastAt, 0), MAX_COUNTED_MS);
  return {
    ...state,
    revision: state.revision + Number(isClusterUnreachable),
    phase: {
      ...phase,
      startedAt: now - (lastAt - startedAt) - counted,
      answeredAt: now,
      isClusterUnreachable: false,
    },
  };
}

function onNotReady(state: StateIn<'pending'>, event: Probed, now: number): Decision {
  const { phase } = state;
  // Attempts count from the cluster's first answer, so that an outage uses none of them.
  const startedAt = phase.isClusterUnreachable ? now : phase.startedAt;
  const attemptAt = nextAttemptAt(startedAt, now);
  if (attemptAt === null) {
    return changeState(state, { phase: { kind: 'offline' } }, now, [
      probeLater(state, event, 'offline', now),
    ]);
  }
  const nextAt = phase.cause === 'go_back' ? Math.min(attemptAt, now + UPDATE_INTERVAL_MS) : attemptAt;
  if (!phase.isClusterUnreachable) return { state, effects: [scheduleProbe(nextAt)] };
  return changeState(state, { phase: { ...phase, startedAt, isClusterUnreachable: false } }, now, [
    scheduleProbe(nextAt),
  ]);
}

function comeOnline(state: InstanceState, event: Probed, now: number): Decision {
  return changeState(state, { phase: { kind: 'online' } }, now, [
    probeLater(state, event, 'online', now),
    { kind: 'read-usage' },
  ]);
}

function probeLater(
  { facts }: InstanceState,
  event: Probed,
  interval: Parameters<typeof probeIntervalMs>[0],
  now: number,
) {
  return scheduleProbe(notBefore(now + probeIntervalMs(interval, facts.workspaceId), event, now));
}

/** Respects the cluster's `Retry-After`, up to a delay that people do not notice. */
function notBefore(at: number, { retryAfterMs }: Probed, now: number): number {
  return Math.max(at, now + Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}
