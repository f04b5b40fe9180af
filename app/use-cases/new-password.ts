import { isPersonalPassword } from '#app/domain/account/password.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type FieldErrorCode, fieldError } from '#app/domain/errors/field-errors.ts';
import type { Services } from './services.ts';
import { type ForgivePorts, forgiveUnhashed } from './throttle/verify-counted.ts';

/**
 * Hashes a password that a person chose. Every form and call that sets a password calls it after its throttles, since it
 * costs one outbound call and a hash.
 * @param chosen.words what an attacker knows about the person (`personalWords`).
 * @param chosen.field the form's field that an error names.
 * @param chosen.keys the counters of the attempt.
 * @throws AppError invalid_form for a password made of the words, or of a known breach (ASVS 5.0, 6.2.11 and 6.2.12);
 *   passwords_busy.
 */
export async function hashNewPassword(
  ports: Pick<Services, 'breachedPasswords' | 'passwords'> & ForgivePorts,
  chosen: {
    password: string;
    words: readonly string[];
    field: 'password' | 'newPassword';
    keys: readonly string[];
  },
): Promise<string> {
  const { password, words, field, keys } = chosen;
  const refuse = (reason: FieldErrorCode) =>
    new AppError('invalid_form', { fields: { [field]: fieldError(reason) } });
  if (isPersonalPassword(password, words)) throw refuse('password_personal');
  // Before the hash and not beside it: a refusal is cheap, and a hash blocks the isolate's one thread.
  if (await ports.breachedPasswords.contains(password)) throw refuse('password_breached');
  return ports.passwords.hash(password).catch(forgiveUnhashed(ports, keys));
}
