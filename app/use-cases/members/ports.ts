import type { AuditEvent } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Member, PendingInvitation } from '#app/domain/access/member.ts';
import type { MemberOutcome } from '#app/domain/access/member-change.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

interface Act {
  now: number;
  viewer: Viewer;
  client: ClientInfo;
}

/**
 * The people of an account; each method is one round trip, and none reaches beyond the viewer's account.
 * `roles` are those that the viewer can give, change and take away; others stay untouched.
 */
export interface MemberStore {
  list(accountId: string): Promise<{ members: Member[]; invitations: PendingInvitation[] }>;
  /** @param act `invitable`: of the member's pending invitations, those of other roles end. */
  changeRole(
    act: Act & { userId: string; role: Role; roles: readonly Role[]; invitable: readonly Role[] },
  ): Promise<MemberOutcome>;
  /**
   * Takes a person out of the account, and with it out of its workspace; one who belongs to no other account is
   * forgotten, so that they can be invited anew.
   */
  remove(act: Act & { userId: string; roles: readonly Role[]; mailId: string }): Promise<MemberOutcome>;
  /** Replaces a pending invitation's link and mails it. @returns the counter, and its role; null for no such one. */
  resendInvitation(
    act: Act & {
      invitationId: string;
      roles: readonly Role[];
      token: string;
      tokenHash: string;
      expiresAt: number;
      mailId: string;
      key: string;
      rule: ThrottleRule;
    },
  ): Promise<{ attempts: number; windowEndsAt: number; role: Role | null }>;
  /** @returns the invitation's role, which is revoked when it is one of `roles`; null for no such pending one. */
  revokeInvitation(act: Act & { invitationId: string; roles: readonly Role[] }): Promise<Role | null>;
}

/** The audit trail in the database; one round trip. */
export interface ActivityStore {
  /** @returns an account's events, the newest first; those before the event `olderThan`, which may be gone. */
  page(accountId: string, olderThan: { at: number; id: string } | null, limit: number): Promise<AuditEvent[]>;
}
