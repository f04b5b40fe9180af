import { stopReasonOf, timetableOf, WARNING_LEAD_MS } from '../entitlement.ts';
import type { InstanceState } from '../state.ts';
import { deletionAtOf, shouldRun } from '../timetable.ts';
import { armTimetable, changeState, keepState, scheduleProbe } from './change.ts';
import type { Decision, InstanceMail } from './events.ts';
import type { Reaction } from './transition.ts';

export const onTimetableDue: Reaction<'timetable-due'> = (state, _event, now) => {
  return followTimetable(keepState(state), now);
};

/**
 * Does everything that the timetable has due by `now`, in order and once each, and arms the next date. A late alarm finds
 * several dates: it skips outdated mails, but never the last warning.
 */
export function followTimetable({ state: given, effects }: Decision, now: number): Decision {
  const decision: Decision = { state: given, effects: [...effects] };
  // A workspace that is being deleted has no more dates and warnings.
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
  recordProgress(decision, { remindedAt: now });
  if (now < stopAt) addMail(decision, { template: 'trial_reminder', data: { endsAt: stopAt } });
}

function stop(decision: Decision, now: number): void {
  const { state } = decision;
  const { entitlement } = state.facts;
  const { stopAt } = timetableOf(entitlement);
  if (entitlement.kind === 'active' || stopAt === null || now < stopAt) return;
  if (shouldRun(state)) {
    apply(
      decision,
      changeState(state, { phase: { kind: 'stopped', reason: stopReasonOf(entitlement) } }, now, [
        scheduleProbe(now),
      ]),
    );
  }
  if (entitlement.kind !== 'trial' || state.progress.endMailedAt !== undefined) return;
  recordProgress(decision, { endMailedAt: now });
  const dueAt = deletionAtOf(decision.state);
  if (dueAt === null) return;
  // After a late alarm, the deletion waits for the last warning, which is not sent yet.
  const deletionAt = Math.max(dueAt, now + WARNING_LEAD_MS);
  addMail(decision, { template: 'trial_ended', data: { deletionAt } });
}

function warnEarly(decision: Decision, now: number): void {
  const { progress, facts } = decision.state;
  const { warnEarlyAt, warnAt } = timetableOf(facts.entitlement);
  if (warnEarlyAt === null || warnAt === null || now < warnEarlyAt || progress.warnedEarlyAt !== undefined)
    return;
  recordProgress(decision, { warnedEarlyAt: now });
  if (now < warnAt) warnOfDeletion(decision, 'early');
}

function warn(decision: Decision, now: number): void {
  const { state } = decision;
  const { warnAt } = timetableOf(state.facts.entitlement);
  if (warnAt === null || now < warnAt || state.progress.warnedAt !== undefined) return;
  const progress = { ...state.progress, warnedAt: now };
  // A late warning delays the deletion, which changes the view.
  const isPutOff = deletionAtOf({ ...state, progress }) !== deletionAtOf(state);
  if (isPutOff) apply(decision, changeState(state, { progress }, now));
  else recordProgress(decision, { warnedAt: now });
  warnOfDeletion(decision, 'last');
}

function beginDeletion(decision: Decision, now: number): void {
  const { state } = decision;
  const deletionAt = deletionAtOf(state);
  if (state.phase.kind !== 'stopped' || deletionAt === null || now < deletionAt) return;
  if (state.progress.warnedAt === undefined) return;
  const { reason } = state.phase;
  apply(
    decision,
    changeState(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [scheduleProbe(now)]),
  );
}

function warnOfDeletion(decision: Decision, which: 'early' | 'last'): void {
  const { facts } = decision.state;
  const deletionAt = deletionAtOf(decision.state);
  if (deletionAt === null || facts.entitlement.kind === 'active') return;
  const reason = stopReasonOf(facts.entitlement);
  addMail(decision, { template: 'deletion_warning', data: { deletionAt, reason } }, which);
}

function recordProgress(decision: Decision, progress: Partial<InstanceState['progress']>): void {
  decision.state = { ...decision.state, progress: { ...decision.state.progress, ...progress } };
}

function addMail(decision: Decision, message: InstanceMail, which = ''): void {
  const id = [decision.state.progress.serial, message.template, which].filter(Boolean).join(':');
  decision.effects.push({ kind: 'mail', id, mail: message });
}

function apply(decision: Decision, next: Decision): void {
  decision.state = next.state;
  decision.effects.push(...next.effects);
}
