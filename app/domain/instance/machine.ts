import { SECOND_MS } from '../time/clock.ts';
import { LATER_INTERVAL_MS, nextAttemptAt, OFFLINE_LOOK_EVERY_MS, ONLINE_LOOK_EVERY_MS } from './polling.ts';
import type { InstanceFacts, InstancePhase, InstanceState } from './state.ts';
import type { PendingCause } from './view.ts';

type Pending = Extract<InstancePhase, { kind: 'pending' }>;

/** What the cluster said when it was looked at; 'unreachable' when it said nothing of use. */
export type ClusterAnswer = 'ready' | 'not-ready' | 'missing' | 'unreachable';

export type InstanceEvent =
  | { kind: 'provisioned'; facts: InstanceFacts }
  /** The cluster took what is wanted. */
  | { kind: 'applied' }
  | { kind: 'looked'; answer: ClusterAnswer }
  | { kind: 'trial-ended' };

/** The object's schedules. `look`: tell the cluster what is wanted, and see how it is. */
export type ScheduleName = 'look' | 'trial-end';

/** What is to be done after the state was stored; each is harmless to repeat. */
export type InstanceEffect =
  | { kind: 'arm'; schedule: ScheduleName; at: number }
  | { kind: 'cancel'; schedule: ScheduleName }
  /** Tell whoever watches. */
  | { kind: 'push' };

export interface Decision {
  state: InstanceState;
  effects: InstanceEffect[];
}

/** Stopping is no polling: the cluster is told again until it takes it. */
const STOP_RETRY_MS = 15 * SECOND_MS;

/**
 * Decides what an event makes of an instance (design §3, "Decide purely, act thinly"). Repeated and late events are
 * harmless: only what differs is changed.
 *
 * @param state null before the first provisioning; no other event means anything then.
 * @param now UTC ms.
 */
export function decide(state: InstanceState | null, event: InstanceEvent, now: number): Decision | null {
  if (event.kind === 'provisioned') return provisioned(state, event.facts, now);
  if (!state) return null;
  switch (event.kind) {
    case 'applied':
      return applied(state);
    case 'looked':
      return looked(state, event.answer, now);
    case 'trial-ended':
      return trialEnded(state, now);
  }
}

function provisioned(state: InstanceState | null, facts: InstanceFacts, now: number): Decision {
  if (!state) {
    const phase = pending('provision', now);
    return {
      state: { facts, phase, since: now, isApplied: false, wish: 1, revision: 1 },
      effects: [
        { kind: 'arm', schedule: 'look', at: now },
        ...(facts.trialEndsAt === null
          ? []
          : [{ kind: 'arm', schedule: 'trial-end', at: facts.trialEndsAt } as const]),
        { kind: 'push' },
      ],
    };
  }
  // The trial began once: a repeated command cannot lengthen it.
  const next = { ...facts, trialEndsAt: state.facts.trialEndsAt };
  if (JSON.stringify(next) === JSON.stringify(state.facts)) return { state, effects: [] };
  const wished = { ...state, facts: next, isApplied: false, wish: state.wish + 1 };
  if (state.phase.kind === 'stopped') return changed(wished, state.phase, now, []);
  const cause = state.phase.kind === 'pending' ? state.phase.cause : 'configure';
  return changed(wished, pending(cause, now), now, [{ kind: 'arm', schedule: 'look', at: now }]);
}

function applied(state: InstanceState): Decision {
  return {
    state: { ...state, isApplied: true },
    // Nothing runs and nothing is wanted: there is nothing to look at.
    effects: state.phase.kind === 'stopped' ? [{ kind: 'cancel', schedule: 'look' }] : [],
  };
}

function looked(state: InstanceState, answer: ClusterAnswer, now: number): Decision {
  const { phase } = state;
  // Gone from the cluster, it must be told anew what is wanted.
  const known = answer === 'missing' ? { ...state, isApplied: false } : state;
  switch (phase.kind) {
    case 'stopped':
      // A late answer never brings it back; only an untaken wish is told again.
      return { state: known, effects: known.isApplied ? [] : [lookAt(now + STOP_RETRY_MS)] };
    case 'online':
      if (answer === 'ready') return { state, effects: [lookAt(now + ONLINE_LOOK_EVERY_MS)] };
      // The cluster's own silence says nothing of the workspace, which may serve its users well.
      if (answer === 'unreachable') return { state, effects: [lookAt(now + OFFLINE_LOOK_EVERY_MS)] };
      return changed(known, pending('restart', now), now, [lookAt(now)]);
    case 'offline':
      if (answer === 'ready') return cameOnline(state, now);
      return { state: known, effects: [lookAt(now + OFFLINE_LOOK_EVERY_MS)] };
    case 'pending':
      if (answer === 'ready') return cameOnline(state, now);
      return answer === 'unreachable' ? withoutAnswer(state, phase, now) : notReady(known, phase, now);
  }
}

/** The cluster's silence is no failure of the instance: it stays Pending, however long that lasts. */
function withoutAnswer(state: InstanceState, phase: Pending, now: number): Decision {
  const effects = [lookAt(nextAttemptAt(phase.startedAt, now) ?? now + LATER_INTERVAL_MS)];
  if (phase.isClusterUnreachable) return { state, effects };
  return changed(state, { ...phase, isClusterUnreachable: true }, now, effects);
}

function notReady(state: InstanceState, phase: Pending, now: number): Decision {
  // Attempts count from the cluster's first answer, so that an outage takes none of them.
  const startedAt = phase.isClusterUnreachable ? now : phase.startedAt;
  const nextAt = nextAttemptAt(startedAt, now);
  if (nextAt === null) {
    return changed(state, { kind: 'offline' }, now, [lookAt(now + OFFLINE_LOOK_EVERY_MS)]);
  }
  if (!phase.isClusterUnreachable) return { state, effects: [lookAt(nextAt)] };
  return changed(state, { ...phase, startedAt, isClusterUnreachable: false }, now, [lookAt(nextAt)]);
}

function trialEnded(state: InstanceState, now: number): Decision {
  if (state.phase.kind === 'stopped') return { state, effects: [] };
  const { trialEndsAt } = state.facts;
  // The clock may have gone back since the schedule was armed, or the plan may be no trial any more.
  if (trialEndsAt === null) return { state, effects: [] };
  if (now < trialEndsAt) return { state, effects: [{ kind: 'arm', schedule: 'trial-end', at: trialEndsAt }] };
  const wished = { ...state, isApplied: false, wish: state.wish + 1 };
  return changed(wished, { kind: 'stopped', reason: 'trial_ended' }, now, [lookAt(now)]);
}

function cameOnline(state: InstanceState, now: number): Decision {
  return changed(state, { kind: 'online' }, now, [lookAt(now + ONLINE_LOOK_EVERY_MS)]);
}

function pending(cause: PendingCause, now: number): InstancePhase {
  return { kind: 'pending', cause, startedAt: now, isClusterUnreachable: false };
}

function lookAt(at: number): InstanceEffect {
  return { kind: 'arm', schedule: 'look', at };
}

/** A change that is seen: a new revision, pushed; `since` moves only with the status. */
function changed(
  state: InstanceState,
  phase: InstancePhase,
  now: number,
  effects: InstanceEffect[],
): Decision {
  const since = phase.kind === state.phase.kind ? state.since : now;
  return {
    state: { ...state, phase, since, revision: state.revision + 1 },
    effects: [...effects, { kind: 'push' }],
  };
}
