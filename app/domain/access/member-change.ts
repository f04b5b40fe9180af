import type { Role } from './roles.ts';

/** A person of an account, as far as the rule of the last owner goes. */
export interface AccountPerson {
  userId: string;
  role: Role;
  /** Only a confirmed owner counts: nobody else can act for the account. */
  isConfirmed: boolean;
}

/** `role` null: the person leaves the account. `reachable`: the roles that the acting person can give and take away. */
export interface MemberChange {
  userId: string;
  role: Role | null;
  reachable: readonly Role[];
}

/**
 * 'last-owner': the account would be left without one. 'beyond': the member has a role that the acting person does not
 * reach. 'missing': no member. Nothing changes unless 'done'.
 */
export type MemberOutcome = 'done' | 'last-owner' | 'beyond' | 'missing';

/**
 * Decides what becomes of a change of an account's members. The database repeats these conditions in the statements that
 * write, since two changes may meet (`db/queries/members.ts`); `tests/unit/db/member-change.test.ts` holds both together.
 *
 * @param people all of the account.
 */
export function decideMemberChange(people: readonly AccountPerson[], change: MemberChange): MemberOutcome {
  const member = people.find(({ userId }) => userId === change.userId);
  if (!member) return 'missing';
  if (member.role === change.role) return 'done';
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
