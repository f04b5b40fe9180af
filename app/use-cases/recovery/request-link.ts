import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { MAGIC_LINK_LIFETIME_MS, RESET_LIFETIME_MS } from '#app/domain/access/links.ts';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

const kinds = {
  magic_link: { lifetimeMs: MAGIC_LINK_LIFETIME_MS, failure: 'magic_link_not_sent' },
  reset_password: { lifetimeMs: RESET_LIFETIME_MS, failure: 'reset_not_sent' },
} as const;

/**
 * Anyone: requests a link by mail, to sign in (only an account's owner, spec §6) or to set a new password.
 * Known and unknown e-mails get the same answer.
 * @throws AppError too_many_attempts for the network, magic_link_not_sent, reset_not_sent.
 */
export async function requestLink(
  ports: Pick<Services, 'clock' | 'recovery'>,
  purpose: keyof typeof kinds,
  email: string,
  client: ClientInfo,
): Promise<void> {
  const { lifetimeMs, failure } = kinds[purpose];
  const now = ports.clock.now();
  const emailNormalized = normalizeEmail(email);
  const token = newToken();
  const input = {
    now,
    purpose,
    emailNormalized,
    token,
    tokenHash: await hashToken(token),
    expiresAt: now + lifetimeMs,
    // Per network, so that strangers elsewhere do not use up the owner's limit.
    perEmail: throttleOf('link_mail:email', `${purpose}:${emailNormalized}:${client.network}`),
    perAddress: throttleOf('link_mail:address', client.network),
    cause: mailCause('network', client.network),
    deviceTokenHash: await hashToken(client.deviceToken),
    client,
  };
  const counted = await withErrorCode(failure, () => ports.recovery.requestLink(input));
  refuseWhenThrottled(counted, ports.clock);
}
