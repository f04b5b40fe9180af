import type { Role } from './roles.ts';

/** A person who belongs to an account. */
export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: number;
  hasSecondFactor: boolean;
}

/** An invitation that nobody has accepted yet. */
export interface PendingInvitation {
  id: string;
  email: string;
  role: Role;
  /** The last mail. */
  sentAt: number;
  expiresAt: number;
}

/** An account that a person belongs to. */
export interface Membership {
  accountId: string;
  accountName: string;
  role: Role;
}

/** @returns whether nobody would be left to own the account if this owner were removed or became something else. */
export function isLastOwner(members: readonly Member[], userId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.userId === userId;
}
