import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import {
  type PendingSignIn,
  REMOVAL_LIFETIME_MS,
  REMOVAL_WAIT_MS,
} from '#app/domain/access/second-factor.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { refuseUnlessDone } from '../recovery/link-refusal.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

type Ports = Pick<Services, 'clock' | 'factorRemovals'>;

/**
 * A person with a right password or mailed link, and without their second factor: requests to remove the factor. The
 * removal takes their inbox and 24 hours; until then the mail's other link, or any use of the factor, cancels it. A
 * second request replaces the link but keeps the wait, which a stranger could otherwise prolong forever.
 *
 * @throws AppError too_many_attempts.
 */
export async function requestFactorRemoval(
  ports: Ports,
  pending: PendingSignIn,
  client: ClientInfo,
): Promise<void> {
  const now = ports.clock.now();
  const tokens = { remove: newToken(), keep: newToken() };
  const counted = await ports.factorRemovals.request({
    now,
    client,
    userId: pending.userId,
    tokens,
    tokenHashes: { remove: await hashToken(tokens.remove), keep: await hashToken(tokens.keep) },
    validFrom: now + REMOVAL_WAIT_MS,
    expiresAt: now + REMOVAL_WAIT_MS + REMOVAL_LIFETIME_MS,
    throttle: throttleOf('factor_removal:user', pending.userId),
  });
  refuseWhenThrottled(counted, ports.clock);
}

/** @returns when a removal link starts to work, UTC ms. @throws AppError link_invalid for a link that never will. */
export async function readFactorRemoval(ports: Ports, token: string): Promise<{ validFrom: number }> {
  const link = await ports.factorRemovals.readLink(await hashToken(token), ports.clock.now());
  if (!link) throw new AppError('link_invalid');
  return link;
}

/**
 * Anyone with the link, after the wait: removes every second factor and ends every session of its person.
 * @throws AppError link_expired, link_invalid (also before the wait ends).
 */
export async function removeLostFactors(ports: Ports, link: FactorLink): Promise<void> {
  refuseUnlessDone(await ports.factorRemovals.remove(await redemptionOf(ports, link)));
}

/** Anyone with the mail's other link: keeps the second factor. @throws AppError link_expired, link_invalid. */
export async function keepFactors(ports: Ports, link: FactorLink): Promise<void> {
  refuseUnlessDone(await ports.factorRemovals.keep(await redemptionOf(ports, link)));
}

interface FactorLink {
  token: string;
  client: ClientInfo;
}

async function redemptionOf({ clock }: Ports, { token, client }: FactorLink) {
  return { now: clock.now(), client, tokenHash: await hashToken(token) };
}
