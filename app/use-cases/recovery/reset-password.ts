import { hashToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { hashNewPassword } from '../new-password.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { refuseUnlessDone } from './link-refusal.ts';

/**
 * Anyone with the link: sets a new password. Every session and every other link of the person ends, so that a thief with the
 * old password is out.
 * @throws AppError link_expired, link_invalid, too_many_attempts; invalid_form as `hashNewPassword`.
 */
export async function resetPassword(
  ports: Pick<Services, 'clock' | 'recovery' | 'breachedPasswords' | 'passwords' | 'sessions'>,
  input: { token: string; newPassword: string; client: ClientInfo },
): Promise<void> {
  const tokenHash = await hashToken(input.token);
  const perAddress = throttleOf('reset:address', input.client.network);
  const perLink = throttleOf('reset:link', tokenHash);
  const { outcome, person, address, link } = await ports.recovery.attemptReset({
    now: ports.clock.now(),
    tokenHash,
    perAddress,
    perLink,
  });
  refuseWhenThrottled(address, ports.clock);
  refuseUnlessDone(outcome);
  refuseWhenThrottled(link, ports.clock);
  const passwordHash = await hashNewPassword(ports, {
    password: input.newPassword,
    words: person ? personalWords(person) : [],
    field: 'newPassword',
    keys: [perAddress.key, perLink.key],
  });
  const redeemed = await ports.recovery.resetPassword({
    now: ports.clock.now(),
    tokenHash,
    passwordHash,
    client: input.client,
  });
  refuseUnlessDone(redeemed);
}
