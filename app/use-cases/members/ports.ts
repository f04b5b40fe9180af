import type { AuditEvent } from '#app/domain/access/audit.ts';
import type { Member, PendingInvitation } from '#app/domain/access/member.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { ClientInfo } from '../client-info.ts';

interface Act {
  now: number;
  viewer: Viewer;
  client: ClientInfo;
}

/** The people of an account; each method is one round trip, and none reaches beyond the viewer's account. */
export interface MemberStore {
  list(accountId: string): Promise<{ members: Member[]; invitations: PendingInvitation[] }>;
  /** @returns 'last-owner' when the account would be left without one, 'missing' for no member; then nothing changed. */
  changeRole(act: Act & { userId: string; role: Role }): Promise<'done' | 'last-owner' | 'missing'>;
  /**
   * Takes a person out of the account, and with it out of its workspace; one who belongs to no other account is
   * forgotten, so that they can be invited anew.
   */
  remove(act: Act & { userId: string; mailId: string }): Promise<'done' | 'last-owner' | 'missing'>;
  /** Replaces a pending invitation's link and mails it. @returns the counter, and whether there was such a one. */
  resendInvitation(
    act: Act & {
      invitationId: string;
      token: string;
      tokenHash: string;
      expiresAt: number;
      mailId: string;
      key: string;
      rule: ThrottleRule;
    },
  ): Promise<{ attempts: number; windowEndsAt: number; isFound: boolean }>;
  /** @returns whether there was such a pending invitation. */
  revokeInvitation(act: Act & { invitationId: string }): Promise<boolean>;
}

/** The audit trail in the database; one round trip. */
export interface ActivityStore {
  /** @returns an account's events, the newest first; those before the event `olderThan`, which may be gone. */
  page(accountId: string, olderThan: { at: number; id: string } | null, limit: number): Promise<AuditEvent[]>;
}
