import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Clock } from '#app/domain/time/clock.ts';

/** @returns the token of a session that is about to be written, and what the statements of each sign-in take. */
export async function newSession({ clock }: { clock: Clock }, client: ClientInfo) {
  const sessionToken = newToken();
  const signInInput = {
    now: clock.now(),
    client,
    sessionTokenHash: await hashToken(sessionToken),
    /** Hash of the device token that the browser sent. */
    deviceTokenHash: await hashToken(client.deviceToken),
  };
  return { sessionToken, signInInput };
}
