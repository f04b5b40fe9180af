import { timetableOf } from '../entitlement.ts';
import type { InstancePhase, InstanceState, TimetableProgress } from '../state.ts';
import { nextMilestoneAt } from '../timetable.ts';
import type { PendingCause } from '../view.ts';
import { statusOf } from '../view-of.ts';
import { wantsSame } from '../wanted.ts';
import type { Decision, InstanceEffect } from './events.ts';

/**
 * A change that is seen: a new revision, pushed, a new generation when the cluster has to be told, a line in the history
 * when the status or its cause is another.
 */
export function changed(
  before: InstanceState,
  changes: Partial<InstanceState>,
  now: number,
  effects: InstanceEffect[] = [],
): Decision {
  const after = { ...before, ...changes, revision: before.revision + 1 };
  if (!wantsSame(before, after)) {
    after.generation = before.generation + 1;
    after.isApplied = false;
  }
  const record = recordOf(after.phase, now);
  const was = recordOf(before.phase, now);
  const isSamePhase = record.phase === was.phase && record.cause === was.cause;
  // A status is held since it began, whatever phase follows another in it.
  after.since = statusOf(before.phase) === statusOf(after.phase) ? before.since : now;
  return { state: after, effects: [...effects, ...(isSamePhase ? [] : [record]), { kind: 'push' }] };
}

/** @returns the line of the history that a phase begins with. */
export function recordOf(phase: InstancePhase, at: number): Extract<InstanceEffect, { kind: 'record' }> {
  const cause = phase.kind === 'pending' ? phase.cause : 'reason' in phase ? phase.reason : null;
  return { kind: 'record', at, phase: phase.kind, cause };
}

export function pending(cause: PendingCause, now: number): InstancePhase {
  return { kind: 'pending', cause, startedAt: now, isClusterUnreachable: false };
}

export function scheduleProbe(at: number): InstanceEffect {
  return { kind: 'arm', schedule: 'probe', at };
}

/** The schedule for whatever the timetable brings next. */
export function armTimetable(state: InstanceState): InstanceEffect {
  const at = nextMilestoneAt(state);
  return at === null ? { kind: 'cancel', schedule: 'timetable' } : { kind: 'arm', schedule: 'timetable', at };
}

/** A new subscription's mails are its own; a first warning whose time was over before it began is left out. */
export function newProgress(serial: number, facts: InstanceState['facts'], now: number): TimetableProgress {
  const { warnEarlyAt } = timetableOf(facts.entitlement);
  return warnEarlyAt !== null && warnEarlyAt <= now ? { serial, warnedEarlyAt: now } : { serial };
}

export const unchanged = (state: InstanceState): Decision => ({ state, effects: [] });

/** @returns whether a process is to serve: all but what is stopped, or on its way to be deleted. */
export function shouldRun({ phase }: InstanceState): boolean {
  return phase.kind === 'pending' || phase.kind === 'online' || phase.kind === 'offline';
}
