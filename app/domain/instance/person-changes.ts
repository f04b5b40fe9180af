import { isDeepStrictEqual } from 'node:util';
import type { InstanceState, PersonChange } from './state.ts';

/** @returns the changes with one more, which completes an earlier one of the same person; the same list if it has it already. */
export function withChange(people: readonly PersonChange[], change: PersonChange): readonly PersonChange[] {
  const known = people.find(({ email }) => email === change.email);
  const merged = { ...known, ...change, isSignedOut: change.isSignedOut || known?.isSignedOut === true };
  if (isDeepStrictEqual(known, merged)) return people;
  return [...people.filter((one) => one !== known), merged];
}

/** @returns all changes as due: the saved data, which is used again, has none of them. */
export function dueWithSaved({ told, due }: InstanceState): Pick<InstanceState, 'told' | 'due'> {
  return { told: [], due: due.reduce(withChange, told) };
}
