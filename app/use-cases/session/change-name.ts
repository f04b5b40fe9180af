import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/** The signed-in person: changes their own name. Pages and mails use it from now on; the current name changes nothing. */
export async function changeName(
  ports: Pick<Services, 'clock' | 'people'>,
  actor: Actor,
  { fullName }: { fullName: string },
): Promise<void> {
  if (fullName === actor.viewer.user.name) return;
  await ports.people.changeName({ now: ports.clock.now(), ...actor, name: fullName });
}
