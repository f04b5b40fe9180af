import type { InstanceFacts, PersonChange } from '#app/domain/instance/state.ts';
import type { InstancePorts } from './ports.ts';

/**
 * Tells the process of a closed workspace of changes of people, one after the other, until the process does not take one: what it
 * took is not repeated, so that a slow process opens after some calls.
 *
 * @returns the changes that the process took. Reports a failure after the first. @throws when it takes none.
 */
export async function deliverPeople(
  { closedProcess, reportError }: Pick<InstancePorts, 'closedProcess' | 'reportError'>,
  { facts, signInKey }: { facts: InstanceFacts; signInKey: string },
  people: readonly PersonChange[],
): Promise<readonly PersonChange[]> {
  const delivered: PersonChange[] = [];
  for (const change of people) {
    const { email, isSignedOut, role } = change;
    try {
      if (isSignedOut) await closedProcess.signOut(facts, signInKey, email);
      if (role !== undefined) await closedProcess.setPerson(facts, signInKey, { email, role });
    } catch (error) {
      if (delivered.length === 0) throw error;
      reportError(error);
      return delivered;
    }
    delivered.push(change);
  }
  return delivered;
}
