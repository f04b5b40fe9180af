import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Services } from '../services.ts';

/** The signed-in person: changes their own name. Pages and mails use it from now on; the current name changes nothing. */
export async function changeName(
  ports: Pick<Services, 'clock' | 'people'>,
  viewer: Viewer,
  { fullName }: { fullName: string },
  client: ClientInfo,
): Promise<void> {
  if (fullName === viewer.user.name) return;
  await ports.people.changeName({ now: ports.clock.now(), viewer, client, name: fullName });
}
