import type { DeriveKey } from '#app/crypto/derive-key.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Env } from './env.ts';

/** Half the time that a full queue takes. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Hashes passwords in the object at the requests' data center, so that neither distance nor another data center's flood
 * adds waiting time.
 * @param place Cloudflare's code of the data center; undefined on a developer's machine.
 * @returns a function that throws AppError passwords_busy while too many passwords wait, or the object does not answer.
 */
export function remoteDeriveKey(env: Env, place: () => string | undefined): DeriveKey {
  return async (password, salt, parameters) => {
    const stub = env.PASSWORD_HASHER.get(env.PASSWORD_HASHER.idFromName(place() ?? 'local'));
    const key = await stub.derive(password, salt, parameters).catch((cause: unknown) => {
      throw new AppError('passwords_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    });
    if (key === null) throw new AppError('passwords_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return key;
  };
}
