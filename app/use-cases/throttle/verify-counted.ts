import type { Services } from '../services.ts';

/**
 * Verifies a password whose attempt was counted. One that could not be verified is no guess: retries while many passwords wait
 * must not lock a person out.
 *
 * @param hash the person's; by default that of nobody, which takes the same time.
 * @param keys the counters of the attempt.
 * @throws AppError passwords_busy.
 */
export async function verifyCounted(
  { passwords, sessions }: Pick<Services, 'passwords' | 'sessions'>,
  password: string,
  hash: string | null | undefined,
  keys: readonly string[],
): Promise<boolean> {
  return await passwords.verify(password, hash ?? passwords.unknownUserHash).catch(async (error: unknown) => {
    await sessions.forgive(keys);
    throw error;
  });
}
