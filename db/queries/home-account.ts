import { and, eq, type SQL, sql } from 'drizzle-orm';
import { memberships, users } from '../schema/index.ts';

/** The join of `users` with the membership of the account that they sign in to. */
export const isHomeMembership = and(
  eq(memberships.userId, users.id),
  eq(memberships.accountId, homeAccountOf(sql`${users.id}`)),
);

/** @returns the account that a person signs in to: their own before one they were invited to, then the latest. */
export function homeAccountOf(userId: string | SQL): SQL {
  return sql`(SELECT ${memberships.accountId} FROM ${memberships} WHERE ${memberships.userId} = ${userId}
    ORDER BY ${memberships.role} = 'owner' DESC, ${memberships.createdAt} DESC, ${memberships.accountId} LIMIT 1)`;
}
