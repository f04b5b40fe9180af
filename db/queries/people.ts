import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#app/domain/account/person.ts';
import type { Db } from '../client.ts';
import { memberships, users } from '../schema/index.ts';
import { homeAccountOf } from './session-rows.ts';

/** People without a session of theirs. */
export function personStore(db: Db) {
  return {
    /** @returns null for nobody, and for who belongs to no account. One round trip. */
    async byId(userId: string): Promise<Person | null> {
      const rows = await db
        .select({
          id: users.id,
          username: users.username,
          name: users.name,
          email: users.email,
          confirmedAt: users.confirmedAt,
          role: memberships.role,
        })
        .from(users)
        .innerJoin(
          memberships,
          and(eq(memberships.userId, users.id), eq(memberships.accountId, homeAccountOf(sql`${users.id}`))),
        )
        .where(eq(users.id, userId));
      return rows[0] ?? null;
    },
  };
}

export type PersonStore = ReturnType<typeof personStore>;
