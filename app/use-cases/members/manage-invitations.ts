import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { canGrantRole, grantableRoles } from '#app/domain/access/grants.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { type Throttle, throttleOf } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { INVITATION_LIFETIME_MS } from '#app/domain/account/invitation.ts';
import { mailboxOf } from '#app/domain/account/mailbox.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { limitKeyOf } from '../outbox/admit-mails.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

type Ports = Pick<Services, 'clock' | 'members'>;

/**
 * The owner: mails a pending invitation again, valid for another seven days. The earlier mail's link stops working,
 * and the invitation now depends on the person who sent it again. Beyond the limits, and while other accounts use up the
 * inbox's limit, it stays unchanged.
 *
 * @throws AppError forbidden, also for a role beyond their own; invitation_not_found, too_many_attempts.
 */
export async function resendInvitation(
  ports: Ports,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<void> {
  const { viewer } = actor;
  requirePermission(viewer, 'member:invite');
  const now = ports.clock.now();
  const email = await ports.members.findInvitationEmail(viewer, invitationId);
  if (email === null) throw new AppError('invitation_not_found');
  const token = newToken();
  const { role, account, inbox } = await ports.members.resendInvitation({
    now,
    ...actor,
    invitationId,
    roles: grantableRoles(viewer),
    token,
    tokenHash: await hashToken(token),
    expiresAt: now + INVITATION_LIFETIME_MS,
    perAccount: throttleOf('invite:account', viewer.account.id),
    perInbox: inboxThrottle(viewer, email),
    inboxLimitKey: await limitKeyOf('invitation', email),
  });
  refuseWhenThrottled(account, ports.clock);
  requireFound(viewer, role);
  refuseWhenThrottled(inbox, ports.clock);
}

/** The owner: revokes a pending invitation, whose link stops working immediately. @throws AppError forbidden, invitation_not_found. */
export async function revokeInvitation(
  ports: Ports,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<void> {
  requirePermission(actor.viewer, 'member:manage');
  const act = { now: ports.clock.now(), ...actor, invitationId, roles: grantableRoles(actor.viewer) };
  requireFound(actor.viewer, await ports.members.revokeInvitation(act));
}

/** @returns the counter of an account's invitations to the inbox of an address. */
export function inboxThrottle(viewer: Viewer, email: string): Throttle {
  return throttleOf('invite:inbox', `${viewer.account.id}:${mailboxOf(email)}`);
}

function requireFound(viewer: Viewer, role: Role | null): void {
  if (role === null) throw new AppError('invitation_not_found');
  if (!canGrantRole(viewer, role)) throw new AppError('forbidden');
}
