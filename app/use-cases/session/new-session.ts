import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';

/** @returns the token of a session that is about to be written, and the hashes that are stored with it. */
export async function newSession({ deviceToken }: ClientInfo) {
  const sessionToken = newToken();
  return {
    sessionToken,
    hashes: {
      sessionTokenHash: await hashToken(sessionToken),
      /** Hash of the device token that the browser sent. */
      deviceTokenHash: await hashToken(deviceToken),
    },
  };
}
