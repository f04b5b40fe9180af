import type { Services } from '../services.ts';

export interface ForgivePorts {
  sessions: Pick<Services['sessions'], 'forgive'>;
}

/**
 * @returns a handler of a failed hash, which removes the attempt from its counters and throws the failure: retries while many
 *   passwords wait must not lock a person out.
 */
export function forgiveUnhashed({ sessions }: ForgivePorts, keys: readonly string[]) {
  return async (error: unknown): Promise<never> => {
    await sessions.forgive(keys);
    throw error;
  };
}

/**
 * Verifies a password whose attempt was counted. If the hasher fails, the attempt is not a guess.
 * @param hash the person's; by default the unknown user's, which takes the same time.
 * @param keys the counters of the attempt.
 * @throws AppError passwords_busy.
 */
export function verifyCounted(
  ports: Pick<Services, 'passwords'> & ForgivePorts,
  password: string,
  hash: string | null | undefined,
  keys: readonly string[],
): Promise<boolean> {
  const { passwords } = ports;
  return passwords.verify(password, hash ?? passwords.unknownUserHash).catch(forgiveUnhashed(ports, keys));
}
