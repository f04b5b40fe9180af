import { resetPerAddress, resetPerLink } from '#app/domain/access/throttle-rules.ts';
import { isPersonalPassword } from '#app/domain/account/password.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ClientInfo } from '../client-info.ts';
import { hashPassword } from '../passwords.ts';
import { hashToken, newId } from '../secrets.ts';
import { refuseWhenThrottled, throttleKey } from '../throttle/throttle.ts';
import { refuseUnlessDone } from './link-refusal.ts';
import type { RecoveryStore } from './ports.ts';

/**
 * Whoever holds the link: sets a new password. Every session and every other link of the person ends: whoever had got
 * in by the old password is out.
 *
 * @throws AppError link_expired, link_invalid, too_many_attempts; invalid_form for a password made of who they are.
 */
export async function resetPassword(
  ports: { clock: Clock; recovery: RecoveryStore },
  input: { token: string; newPassword: string; client: ClientInfo },
): Promise<void> {
  const tokenHash = await hashToken(input.token);
  const { outcome, person, address, link } = await ports.recovery.lookAtReset({
    now: ports.clock.now(),
    tokenHash,
    addressKey: throttleKey('reset:address', input.client.network),
    perAddress: resetPerAddress,
    linkKey: throttleKey('reset:link', tokenHash),
    perLink: resetPerLink,
  });
  refuseWhenThrottled(address, resetPerAddress, ports.clock);
  refuseUnlessDone(outcome);
  refuseWhenThrottled(link, resetPerLink, ports.clock);
  if (person && isPersonalPassword(input.newPassword, personalWords(person))) {
    throw new AppError('invalid_form', { fields: { newPassword: fieldError('password_personal') } });
  }
  const redeemed = await ports.recovery.resetPassword({
    now: ports.clock.now(),
    tokenHash,
    redemptionId: newId('req'),
    passwordHash: await hashPassword(input.newPassword),
    mailId: newId('msg'),
    client: input.client,
  });
  refuseUnlessDone(redeemed);
}
