import type { Services } from '../services.ts';

/**
 * Verifies a password whose attempt was counted. A failed verification is not a guess: retries while many passwords wait must
 * not lock a person out.
 *
 * @param hash the person's; by default the unknown user's, which takes the same time.
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
