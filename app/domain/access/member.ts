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

/** An invitation that is not accepted yet. */
export interface PendingInvitation {
  id: string;
  email: string;
  role: Role;
  /** When the last mail was sent, UTC ms. */
  sentAt: number;
  expiresAt: number;
}

/** An account that a person belongs to. */
export interface Membership {
  accountId: string;
  accountName: string;
  role: Role;
}

/** @returns whether this person is the account's only owner. */
export function isLastOwner(members: readonly Member[], userId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.userId === userId;
}
