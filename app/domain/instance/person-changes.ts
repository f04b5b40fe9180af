import { isDeepStrictEqual } from 'node:util';
import type { InstanceState, PersonChange } from './state.ts';

/**
 * @returns the changes plus this one, merged with an earlier one of the same person; the same list if it is already there.
 *   A known role takes the new instant: the caller drops older readings (`notedChanges`).
 */
export function withPersonChange(
  people: readonly PersonChange[],
  change: PersonChange,
): readonly PersonChange[] {
  const known = people.find(({ email }) => email === change.email);
  const merged = { ...known, ...change, isSignedOut: change.isSignedOut || known?.isSignedOut === true };
  if (isDeepStrictEqual(known, merged)) return people;
  return [...people.filter((one) => one !== known), merged];
}

/**
 * @param delivered what a process took: the role, or without one the end of the sessions.
 * @returns the changes without it; the same list if it has no such change.
 */
export function withoutChange(
  people: readonly PersonChange[],
  delivered: { email: string; role?: PersonChange['role'] },
): readonly PersonChange[] {
  const known = people.find(({ email }) => email === delivered.email);
  if (!known) return people;
  const { role, roleAt: _roleAt, ...rest } = known;
  const isKnown = delivered.role === undefined ? known.isSignedOut : role === delivered.role;
  if (!isKnown) return people;
  const left =
    delivered.role === undefined
      ? { ...known, isSignedOut: false }
      : { ...rest, isSignedOut: known.isSignedOut };
  const others = people.filter((one) => one !== known);
  return left.isSignedOut || left.role !== undefined ? [...others, left] : others;
}

/** @returns all changes as due: the saved data, which is used again, has none of them. */
export function dueWithSaved({
  changedSinceSave,
  due,
}: InstanceState): Pick<InstanceState, 'changedSinceSave' | 'due'> {
  return { changedSinceSave: [], due: due.reduce(withPersonChange, changedSinceSave) };
}
