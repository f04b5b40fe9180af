import { isProofRecent } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import type { Clock } from '#app/domain/time/clock.ts';

/**
 * Asks that the signed-in person proved who they are a moment ago, before what hurts: a thief with a stolen session must
 * not be able to give roles, make tokens, change the ways in, end other sessions or spend money.
 *
 * @throws AccessUnconfirmed.
 */
export function requireRecentProof(ports: { clock: Clock }, viewer: Viewer): void {
  if (!isProofRecent(viewer.session.provedAt, ports.clock.now())) throw new AccessUnconfirmed();
}
