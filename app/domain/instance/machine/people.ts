import { isDeepStrictEqual } from 'node:util';
import { withoutChange, withPersonChange } from '../person-changes.ts';
import type { InstanceState } from '../state.ts';
import { wantedOf } from '../wanted.ts';
import { changeState, keepState, scheduleProbe } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import type { Reaction } from './transition.ts';
import { forgetSaved, isUpdating } from './update.ts';

/** Changes for one call of the object: each is two requests with their repeats, and the platform bounds the requests of a call. */
export const MAX_PEOPLE_PER_CALL = 50;

/**
 * The most people whose changes a state records: each can be in both lists with 254 bytes, and the
 * platform limits the row to 2 MB.
 */
export const MAX_NOTED_PEOPLE = 2_500;

/**
 * Records a change of a person until a process knows of it. A starting process learns of it before it admits anyone. So
 * does one that gets the saved data back, because that data still has the person's sessions, keys and role.
 * Beyond {@link MAX_NOTED_PEOPLE} it gives up the saved data, whose changes then need no space. If that is not enough, it
 * records nothing: the outbox repeats the change until a process accepts it.
 */
export const onPersonChanged: Reaction<'person-changed'> = (state, event, now) => {
  if (!isFullFor(state, event.email)) return note(state, event, now);
  if (!state.saved || isUpdating(state) || isFullFor({ ...state, changedSinceSave: [] }, event.email))
    return keepState(state);
  const forgotten = forgetSaved(state, [], now);
  const noted = note(forgotten.state, event, now);
  return { state: noted.state, effects: [...forgotten.effects, ...noted.effects] };
};

const note: Reaction<'person-changed'> = (state, { kind: _kind, ...changed }, now) => {
  const change = { ...changed, isSignedOut: changed.role === undefined };
  const changedSinceSave = state.saved
    ? withPersonChange(state.changedSinceSave, change)
    : state.changedSinceSave;
  const due = withPersonChange(state.due, change);
  if (changedSinceSave === state.changedSinceSave && due === state.due) return keepState(state);
  return noteDue(state, { ...state, changedSinceSave, due }, now);
};

/** @returns whether the state has no space for a change of one more person. */
function isFullFor(
  { changedSinceSave, due }: Pick<InstanceState, 'changedSinceSave' | 'due'>,
  email: string,
): boolean {
  if (changedSinceSave.length + due.length < MAX_NOTED_PEOPLE) return false;
  const people = new Set([...changedSinceSave, ...due].map((change) => change.email));
  return people.size >= MAX_NOTED_PEOPLE && !people.has(email);
}

/** The serving process accepted a change of a person. */
export const onPersonDelivered: Reaction<'person-delivered'> = (state, { generation, email, role }, now) => {
  if (generation !== state.generation) return keepState(state);
  const due = withoutChange(state.due, role === undefined ? { email } : { email, role });
  return due === state.due ? keepState(state) : noteDue(state, { ...state, due }, now);
};

/** Admits people once the process knows of every change. */
export const onPeopleDelivered: Reaction<'people-delivered'> = (state, { generation, people }, now) => {
  // A process of another generation can have other data.
  if (generation !== state.generation) return keepState(state);
  const delivered = new Map(people.map((one) => [one.email, one]));
  // A person who changed again in the meantime stays due.
  const due = state.due.filter((one) => !isDeepStrictEqual(one, delivered.get(one.email)));
  if (due.length === state.due.length) return keepState(state);
  const emails = people.filter(({ role }) => role === undefined).map(({ email }) => email);
  const request: InstanceEffect[] =
    emails.length > 0 ? [{ kind: 'request-roles', id: generation, emails }] : [];
  const { state: next, effects } = noteDue(state, { ...state, due }, now);
  // Sends the remaining changes immediately.
  const probe = mustDeliverPeople(next) ? [scheduleProbe(now)] : [];
  return { state: next, effects: [...effects, ...request, ...probe] };
};

/** @returns whether the ready process must learn of changes before anyone uses it. */
export function mustDeliverPeople(state: InstanceState): boolean {
  return wantedOf(state).isClosed;
}

/** Sends the earliest changes to a ready process. The next probe repeats those that it does not accept. */
export function addPeopleDelivery(decision: Decision, before: InstanceState): Decision {
  if (decision.state.generation !== before.generation) return decision;
  const people = before.due.slice(0, MAX_PEOPLE_PER_CALL);
  return { ...decision, effects: [...decision.effects, { kind: 'deliver-people', people }] };
}

/** Applies a change of the wanted instance immediately, such as the first due change. */
function noteDue(before: InstanceState, after: InstanceState, now: number): Decision {
  return wantedOf(before).isClosed === wantedOf(after).isClosed
    ? { state: after, effects: [] }
    : changeState(before, after, now, [scheduleProbe(now)]);
}
