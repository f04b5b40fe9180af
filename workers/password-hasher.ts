import type { DeriveKey } from '#app/crypto/derive-key.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Env } from './env.ts';

/** Half the time that a full queue takes. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Hashes passwords in the object at the data center `place`, so that neither distance nor another flood adds waiting time. The
 * function throws AppError passwords_busy while too many passwords wait, or the object does not answer.
 */
export function remoteDeriveKey(env: Env, place: () => string | undefined): DeriveKey {
  return async (password, salt, parameters) => {
    const stub = env.PASSWORD_HASHER.get(env.PASSWORD_HASHER.idFromName(place() ?? 'local'));
    let cause: unknown;
    const key = await stub.derive(password, salt, parameters).catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (key !== null) return key;
    throw new AppError('passwords_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
  };
}
