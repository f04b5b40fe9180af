import { isProofRecent } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import type { Clock } from '#app/domain/time/clock.ts';

/**
 * Requires a recent proof of the signed-in person's identity, before a sensitive change. A thief with a stolen session must
 * not give roles, create tokens, change credentials, end other sessions or spend money.
 * @throws AccessUnconfirmed.
 */
export function requireRecentProof(ports: { clock: Clock }, viewer: Viewer): void {
  if (!isProofRecent(viewer.session.provedAt, ports.clock.now())) throw new AccessUnconfirmed();
}
