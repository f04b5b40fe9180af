import { timetableOf } from '../entitlement.ts';
import { dueWithSaved } from '../person-changes.ts';
import type { InstancePhase, InstanceState, TimetableProgress } from '../state.ts';
import { nextMilestoneAt } from '../timetable.ts';
import { timeframeOf } from '../usage.ts';
import type { PendingCause } from '../view.ts';
import { instanceStatusOf } from '../view-of.ts';
import { wantsSame } from '../wanted.ts';
import type { Decision, InstanceEffect } from './events.ts';

/**
 * Makes a visible change: raises the revision and pushes the view. Raises the generation when the cluster needs the change,
 * and records the phase or its cause when it differs.
 */
export function changeState(
  before: InstanceState,
  changes: Partial<InstanceState>,
  now: number,
  effects: InstanceEffect[] = [],
): Decision {
  const after = dropUnverified(before, { ...before, ...changes, revision: before.revision + 1 }, now);
  const isNewIncarnation = after.incarnation !== before.incarnation;
  // Its process counts from 0, also in the month of the one that was deleted.
  if (isNewIncarnation)
    Object.assign(after, {
      usage: null,
      usageWarnings: null,
      overage: { ...after.overage, mailed: null },
    });
  if (!wantsSame(before, after)) {
    after.generation = before.generation + 1;
    after.isApplied = false;
  }
  const record = recordOf(after.phase, now);
  const was = recordOf(before.phase, now);
  const isSamePhase = record.phase === was.phase && record.cause === was.cause;
  // Phases of one status share its beginning.
  after.since = instanceStatusOf(before.phase) === instanceStatusOf(after.phase) ? before.since : now;
  return {
    state: after,
    effects: [
      ...effects,
      ...(isSamePhase ? [] : [record]),
      ...(isNewIncarnation ? [{ kind: 'forget-usage', month: timeframeOf(now) } as const] : []),
      { kind: 'push' },
    ],
  };
}

/** @returns the beginning of a mail's id, so that the workspace that replaces a deleted one sends its own in the same month. */
export function incarnationPrefix({ incarnation }: InstanceState): string {
  return incarnation > 1 ? `incarnation-${incarnation}:` : '';
}

/**
 * A workspace stopped before a new version is verified reverts: its final backup must not depend on
 * a version that may never start.
 */
function dropUnverified(before: InstanceState, after: InstanceState, now: number): InstanceState {
  const wasVerifying = before.phase.kind === 'pending' && before.phase.update?.step === 'verifying';
  const { saved, configuration } = before;
  if (!wasVerifying || !saved || after.phase.kind === 'pending' || after.phase.kind === 'online')
    return after;
  const { version, snapshot } = saved;
  return {
    ...after,
    ...dueWithSaved(after),
    configuration: { ...after.configuration, version },
    storage: earlierStorage(before, snapshot),
    saved: null,
    // It may refer to the dropped version.
    staleness: null,
    lastUpdate: { from: version, target: configuration.version, result: 'not_ready', at: now },
  };
}

/** @returns a claim that is made from a snapshot. */
export function earlierStorage({ storage }: InstanceState, snapshot: number): InstanceState['storage'] {
  return { ...storage, claim: storage.claim + 1, snapshot };
}

/** @returns the history's line for the beginning of a phase. */
export function recordOf(phase: InstancePhase, at: number): Extract<InstanceEffect, { kind: 'record' }> {
  const cause = phase.kind === 'pending' ? phase.cause : 'reason' in phase ? phase.reason : null;
  return { kind: 'record', at, phase: phase.kind, cause };
}

export function pendingPhase(cause: PendingCause, now: number): Extract<InstancePhase, { kind: 'pending' }> {
  return { kind: 'pending', cause, startedAt: now, isClusterUnreachable: false };
}

export function scheduleProbe(at: number): InstanceEffect {
  return { kind: 'arm', schedule: 'probe', at };
}

/** @returns the effect that arms the timetable for its next date. */
export function armTimetable(state: InstanceState): InstanceEffect {
  const at = nextMilestoneAt(state);
  return at === null ? { kind: 'cancel', schedule: 'timetable' } : { kind: 'arm', schedule: 'timetable', at };
}

/** Progress of a new entitlement, whose mails all start over; skips an early warning whose time is already past. */
export function newProgress(serial: number, facts: InstanceState['facts'], now: number): TimetableProgress {
  const warnEarlyAt = timetableOf(facts.entitlement)?.warnEarlyAt ?? null;
  return warnEarlyAt !== null && warnEarlyAt <= now ? { serial, warnedEarlyAt: now } : { serial };
}

/** The event changes nothing. */
export const keepState = (state: InstanceState): Decision => ({ state, effects: [] });
