import { isDeepStrictEqual } from 'node:util';
import { withChange, withoutChange } from '../person-changes.ts';
import type { InstanceState } from '../state.ts';
import { wantedOf } from '../wanted.ts';
import { changeState, keepState, scheduleProbe } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import type { Event } from './transition.ts';

/** Changes for one call of the object: each is two requests with their repeats, and the platform bounds the requests of a call. */
export const MAX_PEOPLE_PER_CALL = 50;

/**
 * Notes a change of a person until a process knows of it: one that starts is told before it lets anybody in. So is one that
 * gets the saved data back, since that data still has their sessions, keys and role.
 */
export function onPersonChanged(
  state: InstanceState,
  { email, role }: Event<'person-changed'>,
  now: number,
): Decision {
  const change = role === undefined ? { email, isSignedOut: true } : { email, isSignedOut: false, role };
  const told = state.saved ? withChange(state.told, change) : state.told;
  const due = withChange(state.due, change);
  if (told === state.told && due === state.due) return keepState(state);
  return noteDue(state, { ...state, told, due }, now);
}

/** The process that serves took a change of a person. */
export function onPersonDelivered(
  state: InstanceState,
  { generation, email, role }: Event<'person-delivered'>,
  now: number,
): Decision {
  if (generation !== state.generation) return keepState(state);
  const due = withoutChange(state.due, role === undefined ? { email } : { email, role });
  return due === state.due ? keepState(state) : noteDue(state, { ...state, due }, now);
}

/** Lets people in once the process knows of every change. */
export function onPeopleDelivered(
  state: InstanceState,
  { generation, people }: Event<'people-delivered'>,
  now: number,
): Decision {
  // A process of another generation may have had other data.
  if (generation !== state.generation) return keepState(state);
  const delivered = new Map(people.map((one) => [one.email, one]));
  // A person who changed again meanwhile stays due.
  const due = state.due.filter((one) => !isDeepStrictEqual(one, delivered.get(one.email)));
  if (due.length === state.due.length) return keepState(state);
  const emails = people.filter(({ role }) => role === undefined).map(({ email }) => email);
  const request: InstanceEffect[] =
    emails.length > 0 ? [{ kind: 'request-roles', id: generation, emails }] : [];
  const { state: next, effects } = noteDue(state, { ...state, due }, now);
  // The rest is told at once.
  const probe = mustDeliverPeople(next) ? [scheduleProbe(now)] : [];
  return { state: next, effects: [...effects, ...request, ...probe] };
}

/** @returns whether the process, which is ready, has to be told of people before anybody uses it. */
export function mustDeliverPeople(state: InstanceState): boolean {
  return wantedOf(state).isClosed;
}

/** Tells a process that is ready the earliest changes. The next probe repeats those that the process does not take. */
export function deliverPeople(decision: Decision, before: InstanceState): Decision {
  if (decision.state.generation !== before.generation) return decision;
  const people = before.due.slice(0, MAX_PEOPLE_PER_CALL);
  return { ...decision, effects: [...decision.effects, { kind: 'deliver-people', people }] };
}

/** A change of what the cluster should run, such as the first change that is due, is applied at once. */
function noteDue(before: InstanceState, after: InstanceState, now: number): Decision {
  return wantedOf(before).isClosed === wantedOf(after).isClosed
    ? { state: after, effects: [] }
    : changeState(before, after, now, [scheduleProbe(now)]);
}
