import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';

/** An invitation that can still be accepted, and whether its e-mail has an account of its own already. */
export interface OpenInvitation {
  id: string;
  accountId: string;
  accountName: string;
  inviterEmail: string;
  email: string;
  emailNormalized: string;
  role: Role;
  /** The person who confirmed this e-mail, if any: they join by signing in, not by a new password. */
  knownUserId: string | null;
}

/** Invitations in the database; each method is one round trip. */
export interface InvitationStore {
  /** @returns null for a link that is unknown, used or expired, or whose inviter could not invite to its role today. */
  open(tokenHash: string, now: number): Promise<OpenInvitation | null>;
  /** Counts an attempt to accept the link of this hash, and reads it as `open` does. */
  attempt(input: {
    now: number;
    tokenHash: string;
    key: string;
    /** Counted instead of `key` when no invitation has this hash. */
    unknownKey: string;
    rule: ThrottleRule;
  }): Promise<{ invitation: OpenInvitation | null; attempts: number; windowEndsAt: number }>;
  /** Creates the person, confirmed by the mail they got, with the invitation. @returns false when it was gone. */
  acceptAsNewUser(input: {
    now: number;
    invitation: OpenInvitation;
    redemptionId: string;
    userId: string;
    name: string;
    passwordHash: string;
    sessionTokenHash: string;
    deviceTokenHash: string;
    client: ClientInfo;
  }): Promise<boolean>;
  /** Adds a membership and moves the session to that account. @returns false when it was gone. */
  acceptAsUser(input: {
    now: number;
    invitation: OpenInvitation;
    redemptionId: string;
    userId: string;
    sessionTokenHash: string;
    client: ClientInfo;
  }): Promise<boolean>;
}
