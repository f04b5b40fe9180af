import type { InstanceState } from '../state.ts';
import { stopReasonOf, timetableOf, WARNING_LEAD_MS } from '../subscription.ts';
import { deletionAtOf } from '../timetable.ts';
import { armTimetable, changed, isToRun, lookAt } from './change.ts';
import type { Decision, InstanceEffect, InstanceMail } from './events.ts';

/**
 * Does what the subscription's dates have made due by `now`, in their order, each thing once, and arms the next. An
 * alarm that came late finds several: a mail that a later one has overtaken is left out, the last warning never is.
 */
export function followTimetable({ state: given, effects }: Decision, now: number): Decision {
  const decision: Decision = { state: given, effects: [...effects] };
  // What is gone, or about to be, has no more dates, and nobody is warned of it.
  if (isToRun(given) || given.phase.kind === 'stopped') {
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
  const { remindAt, stopAt } = timetableOf(facts.subscription);
  if (remindAt === null || stopAt === null || now < remindAt || progress.remindedAt !== undefined) return;
  note(decision, { remindedAt: now });
  if (now < stopAt) mail(decision, { template: 'trial_reminder', data: { endsAt: stopAt } });
}

function stop(decision: Decision, now: number): void {
  const { state } = decision;
  const { subscription } = state.facts;
  const { stopAt } = timetableOf(subscription);
  if (subscription.kind === 'active' || stopAt === null || now < stopAt) return;
  if (isToRun(state)) {
    merge(
      decision,
      changed(state, { phase: { kind: 'stopped', reason: stopReasonOf(subscription) } }, now, [lookAt(now)]),
    );
  }
  if (subscription.kind !== 'trial' || state.progress.endToldAt !== undefined) return;
  note(decision, { endToldAt: now });
  const dueAt = deletionAtOf(decision.state);
  if (dueAt === null) return;
  // Told late, the last warning is still to come, or comes now: the deletion waits for it.
  const deletionAt = Math.max(dueAt, now + WARNING_LEAD_MS);
  mail(decision, { template: 'trial_ended', data: { deletionAt } });
}

function warnEarly(decision: Decision, now: number): void {
  const { progress, facts } = decision.state;
  const { warnEarlyAt, warnAt } = timetableOf(facts.subscription);
  if (warnEarlyAt === null || warnAt === null || now < warnEarlyAt || progress.warnedEarlyAt !== undefined)
    return;
  note(decision, { warnedEarlyAt: now });
  if (now < warnAt) warnOfDeletion(decision, 'early');
}

function warn(decision: Decision, now: number): void {
  const { state } = decision;
  const { warnAt } = timetableOf(state.facts.subscription);
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
    changed(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [lookAt(now)]),
  );
}

function warnOfDeletion(decision: Decision, which: 'early' | 'last'): void {
  const { facts } = decision.state;
  const deletionAt = deletionAtOf(decision.state);
  if (deletionAt === null || facts.subscription.kind === 'active') return;
  const reason = stopReasonOf(facts.subscription);
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
