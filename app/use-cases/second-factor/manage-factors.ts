import { requirePermission } from '#app/domain/access/require-permission.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { codesFor } from './add-factor.ts';
import { requireRecentProof } from './recent-proof.ts';

type Ports = Pick<Services, 'clock' | 'factors'>;

/**
 * The signed-in person: removes an app or a passkey. With the last one, recovery codes and remembered browsers go too.
 * @throws AccessUnconfirmed; AppError factor_not_found; factor_required if one of their accounts requires a factor.
 */
export async function removeFactor(
  ports: Ports,
  actor: Actor,
  factor: { kind: 'app' | 'passkey'; id: string },
): Promise<void> {
  requireRecentProof(ports, actor.viewer);
  const outcome = await ports.factors.remove({ now: ports.clock.now(), ...actor, ...factor });
  if (outcome === 'missing') throw new AppError('factor_not_found');
  if (outcome === 'required') throw new AppError('factor_required');
}

/**
 * The signed-in person: replaces their recovery codes; the earlier codes stop working.
 * @returns the new codes, which are not stored.
 * @throws AccessUnconfirmed; AppError factor_not_found without a second factor.
 */
export async function replaceRecoveryCodes(ports: Ports, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  requireRecentProof(ports, actor.viewer);
  const { recoveryCodes, recoveryCodeHashes } = codesFor(actor.viewer);
  const now = ports.clock.now();
  const isDone = await ports.factors.replaceRecoveryCodes({ now, ...actor, recoveryCodeHashes });
  if (!isDone) throw new AppError('factor_not_found');
  return { recoveryCodes };
}

/** The signed-in person: forgets a remembered browser. Needs no proof, since it grants nothing. */
export async function forgetBrowser(
  ports: Ports,
  actor: Actor,
  { browserId: id }: { browserId: string },
): Promise<void> {
  const isForgotten = await ports.factors.forgetBrowser({ now: ports.clock.now(), ...actor, id });
  if (!isForgotten) throw new AppError('browser_not_found');
}

/**
 * The owner: requires a second factor of every member, or stops requiring it. Only an owner with a factor can
 * require one.
 * @throws AccessUnconfirmed; AppError forbidden; own_factor_needed for an owner without a second factor.
 */
export async function requireFactorOfAll(ports: Ports, actor: Actor, isRequired: boolean): Promise<void> {
  requirePermission(actor.viewer, 'member:manage');
  requireRecentProof(ports, actor.viewer);
  const isDone = await ports.factors.requireOfAll({ now: ports.clock.now(), ...actor, isRequired });
  if (!isDone) throw new AppError('own_factor_needed');
}
