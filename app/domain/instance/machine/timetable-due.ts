import { stopReasonOf, timetableOf, WARNING_LEAD_MS } from '../entitlement.ts';
import type { InstanceState } from '../state.ts';
import { deletionAtOf } from '../timetable.ts';
import { armTimetable, changed, scheduleProbe, shouldRun, unchanged } from './change.ts';
import type { Decision, InstanceEffect, InstanceMail } from './events.ts';
import type { Event } from './transition.ts';

export function onTimetableDue(state: InstanceState, _event: Event<'timetable-due'>, now: number): Decision {
  return followTimetable(unchanged(state), now);
}

/**
 * Does what the subscription's dates have made due by `now`, in their order, each thing once, and arms the next. An
 * alarm that came late finds several: a mail that a later one has overtaken is left out, the last warning never is.
 */
export function followTimetable({ state: given, effects }: Decision, now: number): Decision {
  const decision: Decision = { state: given, effects: [...effects] };
  // What is gone, or about to be, has no more dates, and nobody is warned of it.
  if (shouldRun(given) || given.phase.kind === 'stopped') {
    remind(decision, now);
    stop(decision, now);
    warnEarly(decision, now);
    warn(decision, now);
    beginDeletion(decision, now);
  }
  decision.effects.push(armTimetable(decision.state));
  return decision;
}

function remind(decision: Decision, now: number): void {
  const { progress, facts } = decision.state;
  const { remindAt, stopAt } = timetableOf(facts.entitlement);
  if (remindAt === null || stopAt === null || now < remindAt || progress.remindedAt !== undefined) return;
  note(decision, { remindedAt: now });
  if (now < stopAt) mail(decision, { template: 'trial_reminder', data: { endsAt: stopAt } });
}

function stop(decision: Decision, now: number): void {
  const { state } = decision;
  const { entitlement } = state.facts;
  const { stopAt } = timetableOf(entitlement);
  if (entitlement.kind === 'active' || stopAt === null || now < stopAt) return;
  if (shouldRun(state)) {
    merge(
      decision,
      changed(state, { phase: { kind: 'stopped', reason: stopReasonOf(entitlement) } }, now, [
        scheduleProbe(now),
      ]),
    );
  }
  if (entitlement.kind !== 'trial' || state.progress.endToldAt !== undefined) return;
  note(decision, { endToldAt: now });
  const dueAt = deletionAtOf(decision.state);
  if (dueAt === null) return;
  // Told late, the last warning is still to come, or comes now: the deletion waits for it.
  const deletionAt = Math.max(dueAt, now + WARNING_LEAD_MS);
  mail(decision, { template: 'trial_ended', data: { deletionAt } });
}

function warnEarly(decision: Decision, now: number): void {
  const { progress, facts } = decision.state;
  const { warnEarlyAt, warnAt } = timetableOf(facts.entitlement);
  if (warnEarlyAt === null || warnAt === null || now < warnEarlyAt || progress.warnedEarlyAt !== undefined)
    return;
  note(decision, { warnedEarlyAt: now });
  if (now < warnAt) warnOfDeletion(decision, 'early');
}

function warn(decision: Decision, now: number): void {
  const { state } = decision;
  const { warnAt } = timetableOf(state.facts.entitlement);
  if (warnAt === null || now < warnAt || state.progress.warnedAt !== undefined) return;
  const progress = { ...state.progress, warnedAt: now };
  // A warning that comes late puts the deletion off, which is seen.
  const isPutOff = deletionAtOf({ ...state, progress }) !== deletionAtOf(state);
  if (isPutOff) merge(decision, changed(state, { progress }, now));
  else note(decision, { warnedAt: now });
  warnOfDeletion(decision, 'last');
}

function beginDeletion(decision: Decision, now: number): void {
  const { state } = decision;
  const deletionAt = deletionAtOf(state);
  if (state.phase.kind !== 'stopped' || deletionAt === null || now < deletionAt) return;
  if (state.progress.warnedAt === undefined) return;
  const { reason } = state.phase;
  merge(
    decision,
    changed(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [scheduleProbe(now)]),
  );
}

function warnOfDeletion(decision: Decision, which: 'early' | 'last'): void {
  const { facts } = decision.state;
  const deletionAt = deletionAtOf(decision.state);
  if (deletionAt === null || facts.entitlement.kind === 'active') return;
  const reason = stopReasonOf(facts.entitlement);
  mail(decision, { template: 'deletion_warning', data: { deletionAt, reason } }, which);
}

function note(decision: Decision, progress: Partial<InstanceState['progress']>): void {
  decision.state = { ...decision.state, progress: { ...decision.state.progress, ...progress } };
}

function mail(decision: Decision, message: InstanceMail, which = ''): void {
  const id = [decision.state.progress.serial, message.template, which].filter(Boolean).join(':');
  decision.effects.push({ kind: 'mail', id, mail: message });
}

function merge(decision: Decision, next: Decision): void {
  decision.state = next.state;
  decision.effects.push(...(next.effects satisfies InstanceEffect[]));
}
