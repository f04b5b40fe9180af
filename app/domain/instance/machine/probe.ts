import { finalBackupKey } from '../final-backup.ts';
import { LATER_INTERVAL_MS, nextAttemptAt, probeIntervalMs } from '../polling.ts';
import type { InstanceState, PhaseKind } from '../state.ts';
import { changed, pending, scheduleProbe, unchanged } from './change.ts';
import type { Decision } from './events.ts';
import type { Event, StateIn } from './transition.ts';

type Probed = Event<'probed'>;
type ProbeHandler<Phase extends PhaseKind> = (state: StateIn<Phase>, event: Probed, now: number) => Decision;

/** An answer about an earlier generation means nothing. */
function onAnswer<Phase extends PhaseKind>(handle: ProbeHandler<Phase>): ProbeHandler<Phase> {
  return (state, event, now) =>
    event.generation === state.generation ? handle(state, event, now) : unchanged(state);
}

/**
 * Applies at once what the cluster has lost, unless it was applied a moment ago: a cluster that denies it again and
 * again is asked at the usual intervals.
 */
function reapplyingLost<Phase extends PhaseKind>(handle: ProbeHandler<Phase>): ProbeHandler<Phase> {
  return onAnswer((state, event, now) => {
    if (event.answer !== 'missing' || !state.isApplied) return handle(state, event, now);
    const lost = { ...state, isApplied: false };
    return event.isJustApplied ? handle(lost, event, now) : { state: lost, effects: [scheduleProbe(now)] };
  });
}

export const onProbedPending = reapplyingLost<'pending'>((state, event, now) => {
  if (event.answer === 'ready') return cameOnline(state, event, now);
  return event.answer === 'unreachable' ? withoutAnswer(state, event, now) : notReady(state, event, now);
});

export const onProbedOnline = onAnswer<'online'>((state, event, now) => {
  switch (event.answer) {
    case 'ready':
      return { state, effects: [later(state, event, 'online', now), { kind: 'read-usage' }] };
    case 'unreachable':
      // The cluster's silence says nothing about the workspace, which may serve its users well.
      return { state, effects: [later(state, event, 'offline', now)] };
    case 'missing':
    case 'not-ready': {
      const isApplied = state.isApplied && event.answer !== 'missing';
      return changed({ ...state, isApplied }, { phase: pending('recover', now) }, now, [scheduleProbe(now)]);
    }
  }
});

export const onProbedOffline = reapplyingLost<'offline'>((state, event, now) =>
  event.answer === 'ready'
    ? cameOnline(state, event, now)
    : { state, effects: [later(state, event, 'offline', now)] },
);

/** No answer brings a stopped workspace back; a generation that was lost or overtaken is applied again. */
export const onProbedStopped = reapplyingLost<'stopped'>((state, event, now) =>
  state.isApplied && event.answer !== 'unreachable'
    ? { state, effects: [{ kind: 'cancel', schedule: 'probe' }] }
    : { state, effects: [later(state, event, 'stopping', now)] },
);

/** Takes the backup once the process is ready; the next probe repeats that should it fail. */
export const onProbedBackingUp = reapplyingLost<'backing-up'>((state, event, now) => {
  const nextAt = nextAttemptAt(state.phase.startedAt, now);
  // A workspace that does not start for its backup is kept, and a person has to see why.
  const overdue = nextAt === null ? [{ kind: 'report', trouble: 'final_backup_overdue' } as const] : [];
  const probe =
    nextAt === null ? later(state, event, 'offline', now) : scheduleProbe(notBefore(nextAt, event, now));
  if (event.answer !== 'ready') return { state, effects: [probe, ...overdue] };
  const key = finalBackupKey(state.facts.workspaceId, state.incarnation);
  return { state, effects: [probe, ...overdue, { kind: 'take-backup', key }] };
});

export const onProbedRemoving = reapplyingLost<'removing'>((state, event, now) => ({
  state,
  effects: [later(state, event, 'stopping', now)],
}));

/** What turned up again is removed until nothing is left. */
export const onProbedDeleted = onAnswer<'deleted'>((state, event, now) => ({
  state,
  effects: [
    event.answer === 'missing' ? { kind: 'cancel', schedule: 'probe' } : later(state, event, 'offline', now),
  ],
}));

/** The sandbox moved the clock: a polling that began on the way counts its attempts from the arrival. */
export function restartPolling(
  state: StateIn<'pending' | 'backing-up'>,
  { departedAt }: Event<'clock-moved'>,
  now: number,
): Decision {
  const { phase } = state;
  if (phase.startedAt < departedAt) return unchanged(state);
  return { state: { ...state, phase: { ...phase, startedAt: now } }, effects: [scheduleProbe(now)] };
}

/** The cluster's silence is no failure of the instance: it stays Pending, however long that lasts. */
function withoutAnswer(state: StateIn<'pending'>, event: Probed, now: number): Decision {
  const { phase } = state;
  const at = nextAttemptAt(phase.startedAt, now) ?? now + LATER_INTERVAL_MS;
  const effects = [scheduleProbe(notBefore(at, event, now))];
  if (phase.isClusterUnreachable) return { state, effects };
  return changed(state, { phase: { ...phase, isClusterUnreachable: true } }, now, effects);
}

function notReady(state: StateIn<'pending'>, event: Probed, now: number): Decision {
  const { phase } = state;
  // Attempts count from the cluster's first answer, so that an outage takes none of them.
  const startedAt = phase.isClusterUnreachable ? now : phase.startedAt;
  const nextAt = nextAttemptAt(startedAt, now);
  if (nextAt === null) {
    return changed(state, { phase: { kind: 'offline' } }, now, [later(state, event, 'offline', now)]);
  }
  if (!phase.isClusterUnreachable) return { state, effects: [scheduleProbe(nextAt)] };
  return changed(state, { phase: { ...phase, startedAt, isClusterUnreachable: false } }, now, [
    scheduleProbe(nextAt),
  ]);
}

function cameOnline(state: InstanceState, event: Probed, now: number): Decision {
  return changed(state, { phase: { kind: 'online' } }, now, [
    later(state, event, 'online', now),
    { kind: 'read-usage' },
  ]);
}

function later(
  { facts }: InstanceState,
  event: Probed,
  interval: Parameters<typeof probeIntervalMs>[0],
  now: number,
) {
  return scheduleProbe(notBefore(now + probeIntervalMs(interval, facts.workspaceId), event, now));
}

/** A cluster that asks for time gets it, but no more than makes no difference to a person. */
function notBefore(at: number, { retryAfterMs }: Probed, now: number): number {
  const MAX_MS = 5 * 60_000;
  return Math.max(at, now + Math.min(retryAfterMs ?? 0, MAX_MS));
}
