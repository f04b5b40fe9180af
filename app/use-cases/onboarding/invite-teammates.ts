import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import { grantableRoles } from '#app/domain/access/grants.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import { throttleOf, throttleRules } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { INVITATION_LIFETIME_MS, type Invitations } from '#app/domain/account/invitation.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { NewInvitation } from '#db/queries/onboarding.ts';
import { inboxThrottle } from '../members/manage-invitations.ts';
import { requireGrant } from '../members/manage-members.ts';
import { limitKeyOf } from '../outbox/admit-mails.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

/**
 * The owner: invites teammates by mail (spec §2 /invite-teammate), to no role beyond the owner's own. An invited person gets
 * no second mail, so a form posted twice invites once. An invitation to another role replaces the earlier one, whose link stops
 * working, as when it is sent again. Beyond the limit of an inbox nothing changes there, and the others are written.
 *
 * @returns how many were invited: neither members nor people who were invited to the same role before count.
 * @throws AppError forbidden, api_token_scope_missing, too_many_attempts, invitations_not_saved.
 */
export async function inviteTeammates(
  ports: Pick<Services, 'clock' | 'onboarding'>,
  actor: Actor,
  rows: Invitations,
): Promise<number> {
  const { viewer } = actor;
  requirePermission(viewer, 'member:invite');
  for (const { role } of rows) requireGrant(viewer, role);
  // An invitation grants a role just as a role change does.
  if (rows.some(({ role }) => role !== 'member')) requireRecentProof(ports, viewer);
  const now = ports.clock.now();
  const invitations = await Promise.all(rows.map((row) => newInvitation(viewer, row)));
  const { account, inboxes } = await withErrorCode('invitations_not_saved', () =>
    ports.onboarding.invite({
      now,
      ...actor,
      expiresAt: now + INVITATION_LIFETIME_MS,
      roles: grantableRoles(viewer),
      invitations,
      throttle: throttleOf('invite:account', viewer.account.id),
      inboxRule: throttleRules['invite:inbox'],
    }),
  );
  refuseWhenThrottled(account, ports.clock);
  for (const counted of inboxes) refuseWhenThrottled(counted, ports.clock);
  return inboxes.length;
}

/** The owner: continues without inviting anyone. */
export async function skipInvitations(
  ports: Pick<Services, 'clock' | 'onboarding'>,
  viewer: Viewer,
): Promise<void> {
  requirePermission(viewer, 'member:invite');
  await ports.onboarding.finishStep('teammatesInvitedAt', viewer.account.id, ports.clock.now());
}

async function newInvitation(viewer: Viewer, row: Invitations[number]): Promise<NewInvitation> {
  const token = newToken();
  return {
    id: newId('inv'),
    email: row.email,
    emailNormalized: normalizeEmail(row.email),
    role: row.role,
    inboxKey: inboxThrottle(viewer, row.email).key,
    inboxLimitKey: await limitKeyOf('invitation', row.email),
    token,
    tokenHash: await hashToken(token),
  };
}
