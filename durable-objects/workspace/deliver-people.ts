import type { InstanceFacts, PersonChange } from '#app/domain/instance/state.ts';
import type { InstancePorts } from './ports.ts';

/**
 * Sends changes of people to a closed workspace's process, until it refuses one. Accepted changes are not repeated, so
 * even a slow process opens after some calls.
 * @returns the accepted changes.
 * @throws the failure of the first change; a later failure is reported.
 */
export async function deliverPeople(
  { closedProcess, reportError }: Pick<InstancePorts, 'closedProcess' | 'reportError'>,
  facts: InstanceFacts,
  people: readonly PersonChange[],
): Promise<readonly PersonChange[]> {
  const delivered: PersonChange[] = [];
  for (const change of people) {
    const { email, isSignedOut, role, roleAt } = change;
    try {
      if (isSignedOut) await closedProcess.signOut(facts, email);
      if (role !== undefined) await closedProcess.setPerson(facts, { email, role, at: roleAt });
    } catch (error) {
      if (delivered.length === 0) throw error;
      reportError(error);
      return delivered;
    }
    delivered.push(change);
  }
  return delivered;
}
