import { type Timetable, timetableOf, WARNING_LEAD_MS } from '../entitlement.ts';
import type { InstanceState } from '../state.ts';
import { deletionDateOf, shouldRun } from '../timetable.ts';
import { armTimetable, changeState, keepState, scheduleProbe } from './change.ts';
import type { Decision, InstanceMail } from './events.ts';
import type { Reaction } from './transition.ts';

export const onTimetableDue: Reaction<'timetable-due'> = (state, _event, now) =>
  followTimetable(keepState(state), now);

/**
 * Does everything that the timetable has due by `now`, in order and once each, and arms the next date. A late alarm finds
 * several dates: it skips outdated mails, but never the last warning.
 */
export function followTimetable({ state: given, effects }: Decision, now: number): Decision {
  const decision: Decision = { state: given, effects: [...effects] };
  const dates = timetableOf(given.facts.entitlement);
  // A workspace that is being deleted has no more dates and warnings.
  if (dates && (shouldRun(given) || given.phase.kind === 'stopped')) {
    remind(decision, dates, now);
    stop(decision, dates, now);
    warnEarly(decision, dates, now);
    warn(decision, dates, now);
    beginDeletion(decision, dates, now);
  }
  decision.effects.push(armTimetable(decision.state));
  return decision;
}

function remind(decision: Decision, { remindAt, stopAt }: Timetable, now: number): void {
  if (remindAt === null || now < remindAt || decision.state.progress.remindedAt !== undefined) return;
  recordProgress(decision, { remindedAt: now });
  if (now < stopAt) addMail(decision, { template: 'trial_reminder', data: { endsAt: stopAt } });
}

function stop(decision: Decision, dates: Timetable, now: number): void {
  const { state } = decision;
  const { reason, stopAt } = dates;
  if (now < stopAt) return;
  if (shouldRun(state))
    apply(decision, changeState(state, { phase: { kind: 'stopped', reason } }, now, [scheduleProbe(now)]));
  if (reason !== 'trial_ended' || state.progress.endMailedAt !== undefined) return;
  recordProgress(decision, { endMailedAt: now });
  // After a late alarm, the deletion waits for the last warning, which is not sent yet.
  const deletionAt = Math.max(deletionDateOf(dates, state.progress), now + WARNING_LEAD_MS);
  addMail(decision, { template: 'trial_ended', data: { deletionAt } });
}

function warnEarly(decision: Decision, dates: Timetable, now: number): void {
  const { warnEarlyAt, warnAt } = dates;
  if (warnEarlyAt === null || now < warnEarlyAt || decision.state.progress.warnedEarlyAt !== undefined)
    return;
  recordProgress(decision, { warnedEarlyAt: now });
  if (now < warnAt) warnOfDeletion(decision, dates, 'early');
}

function warn(decision: Decision, dates: Timetable, now: number): void {
  const { state } = decision;
  if (now < dates.warnAt || state.progress.warnedAt !== undefined) return;
  const progress = { ...state.progress, warnedAt: now };
  // A late warning delays the deletion, which changes the view.
  if (deletionDateOf(dates, progress) !== dates.deleteAt)
    apply(decision, changeState(state, { progress }, now));
  else recordProgress(decision, { warnedAt: now });
  warnOfDeletion(decision, dates, 'last');
}

function beginDeletion(decision: Decision, dates: Timetable, now: number): void {
  const { state } = decision;
  const { phase, progress } = state;
  if (phase.kind !== 'stopped' || progress.warnedAt === undefined) return;
  if (now < deletionDateOf(dates, progress)) return;
  const backingUp = { kind: 'backing-up', reason: phase.reason, startedAt: now } as const;
  apply(decision, changeState(state, { phase: backingUp }, now, [scheduleProbe(now)]));
}

function warnOfDeletion(decision: Decision, dates: Timetable, which: 'early' | 'last'): void {
  const deletionAt = deletionDateOf(dates, decision.state.progress);
  addMail(decision, { template: 'deletion_warning', data: { deletionAt, reason: dates.reason } }, which);
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
