import { can, type Role, roles } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ClientInfo } from '../client-info.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import { newId } from '../secrets.ts';
import type { MemberStore } from './ports.ts';

interface Ports {
  clock: Clock;
  members: MemberStore;
}

/**
 * The owner: gives a member another role.
 * @throws AccessUnconfirmed; AppError forbidden, invalid_form for what is no role, member_not_found, last_owner.
 */
export async function changeRole(
  ports: Ports,
  viewer: Viewer,
  change: { userId: string; role: string },
  client: ClientInfo,
): Promise<void> {
  requireManager(viewer);
  requireRecentProof(ports, viewer);
  const role = roles.find((known): known is Role => known === change.role);
  if (!role) throw new AppError('invalid_form', { fields: { role: fieldError('choose_one') } });
  const outcome = await ports.members.changeRole({
    now: ports.clock.now(),
    viewer,
    client,
    userId: change.userId,
    role,
  });
  refuse(outcome);
}

/**
 * The owner: takes a member out of the account. Their sessions there end at once, in the portal and in the workspace.
 * @throws AccessUnconfirmed; AppError forbidden, member_not_found, last_owner.
 */
export async function removeMember(
  ports: Ports,
  viewer: Viewer,
  userId: string,
  client: ClientInfo,
): Promise<void> {
  requireManager(viewer);
  requireRecentProof(ports, viewer);
  const outcome = await ports.members.remove({
    now: ports.clock.now(),
    viewer,
    client,
    userId,
    mailId: newId('msg'),
  });
  refuse(outcome);
}

function requireManager(viewer: Viewer): void {
  if (!can(viewer.role, 'member:manage')) throw new AppError('forbidden');
}

function refuse(outcome: 'done' | 'last-owner' | 'missing'): void {
  if (outcome === 'last-owner') throw new AppError('last_owner');
  if (outcome === 'missing') throw new AppError('member_not_found');
}
