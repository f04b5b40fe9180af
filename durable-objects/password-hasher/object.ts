import { DurableObject } from 'cloudflare:workers';
import { deriveKey, type KeyParameters } from '#app/crypto/derive-key.ts';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { createWorkQueue } from './work-queue.ts';

/** In units of scrypt's N: 16 hashes at full cost take about six seconds, the longest acceptable wait at a form. */
const MAX_QUEUED_COST = 16 * PASSWORD_HASH_COST;

/**
 * Hashes the passwords of one location, outside the isolates that serve pages: a hash costs as much CPU time as a hundred
 * pages. Hashes run in order of arrival, one at a time: each needs 32 MiB.
 */
export class PasswordHasher extends DurableObject {
  readonly #queue = createWorkQueue(MAX_QUEUED_COST, () => new Promise((resolve) => setTimeout(resolve, 0)));

  /** @returns the key (`deriveKey`); null when too many passwords wait. */
  async derive(password: string, salt: Uint8Array, parameters: KeyParameters): Promise<Uint8Array | null> {
    return await this.#queue.run(parameters.N, () => deriveKey(password, salt, parameters));
  }
}
