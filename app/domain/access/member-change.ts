import type { Role } from './roles.ts';

/** A person of an account, as the last-owner rule needs them. */
export interface AccountPerson {
  userId: string;
  role: Role;
  /** Only a confirmed owner counts: no one else can act for the account. */
  isConfirmed: boolean;
}

/** `role` null: the person leaves the account. `reachable`: the roles that the acting person can give and take away. */
export interface MemberChange {
  userId: string;
  role: Role | null;
  reachable: readonly Role[];
}

/**
 * 'last-owner': the account would have no owner. 'beyond': the member's role is outside the acting person's reach.
 * 'missing': no such member. 'unchanged': the member already has the role. Only 'done' changes anything.
 */
export type MemberOutcome = 'done' | 'unchanged' | 'last-owner' | 'beyond' | 'missing';

/**
 * Decides a change of an account's members. The writing SQL repeats these conditions, since two changes can race
 * (`db/queries/members.ts`); `tests/unit/db/member-change.test.ts` compares both.
 */
export function decideMemberChange(people: readonly AccountPerson[], change: MemberChange): MemberOutcome {
  const member = people.find(({ userId }) => userId === change.userId);
  if (!member) return 'missing';
  if (member.role === change.role) return 'unchanged';
  if (!change.reachable.includes(member.role)) return 'beyond';
  return keepsOwner(people, change) ? 'done' : 'last-owner';
}

/** An account always has a confirmed owner. */
function keepsOwner(people: readonly AccountPerson[], change: MemberChange): boolean {
  if (change.role === 'owner') return true;
  return people.some(
    ({ userId, role, isConfirmed }) => userId !== change.userId && role === 'owner' && isConfirmed,
  );
}
