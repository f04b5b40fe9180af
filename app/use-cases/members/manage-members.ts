import { canGrantRole, grantableRoles, invitableRoles } from '#app/domain/access/grants.ts';
import type { MemberOutcome } from '#app/domain/access/member-change.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import { permissionsOf, type Role, roles } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock' | 'members'>;

/**
 * The owner: gives a member another role, and ends the member's invitations that the new role could not have made.
 * @returns whether the member had another role before.
 * @throws AccessUnconfirmed; AppError forbidden, also for a current or new role beyond their own; invalid_form, member_not_found,
 *   last_owner.
 */
export async function changeRole(
  ports: Ports,
  actor: Actor,
  change: { userId: string; role: string },
): Promise<boolean> {
  const { viewer } = actor;
  requirePermission(viewer, 'member:manage');
  requireRecentProof(ports, viewer);
  const role = roles.find((known): known is Role => known === change.role);
  if (!role) throw new AppError('invalid_form', { fields: { role: fieldError('choose_one') } });
  requireGrant(viewer, role);
  const outcome = await ports.members.changeRole({
    now: ports.clock.now(),
    ...actor,
    userId: change.userId,
    role,
    roles: grantableRoles(viewer),
    invitable: invitableRoles(role),
  });
  refuse(outcome);
  return outcome === 'done';
}

/**
 * The owner: removes a member from the account. Their sessions there end immediately, in the portal and in the workspace,
 * and so do their invitations.
 * @throws AccessUnconfirmed; AppError forbidden, also for a member with a role beyond their own; member_not_found, last_owner.
 */
export async function removeMember(ports: Ports, actor: Actor, userId: string): Promise<void> {
  requirePermission(actor.viewer, 'member:manage');
  requireRecentProof(ports, actor.viewer);
  const roles = grantableRoles(actor.viewer);
  refuse(await ports.members.remove({ now: ports.clock.now(), ...actor, userId, roles }));
}

function refuse(outcome: MemberOutcome): void {
  if (outcome === 'beyond') throw new AppError('forbidden');
  if (outcome === 'last-owner') throw new AppError('last_owner');
  if (outcome === 'missing') throw new AppError('member_not_found');
}

/** @throws AppError forbidden for a role beyond the person's own, api_token_scope_missing for one beyond their token. */
export function requireGrant(viewer: Viewer, role: Role): void {
  if (canGrantRole(viewer, role)) return;
  const isForTheirRole = canGrantRole({ permissions: permissionsOf(viewer.role) }, role);
  throw new AppError(isForTheirRole ? 'api_token_scope_missing' : 'forbidden');
}
