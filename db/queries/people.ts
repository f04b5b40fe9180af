import { and, eq, sql } from 'drizzle-orm';
import type { PersonStore } from '#app/use-cases/registration/person-ports.ts';
import type { Db } from '../client.ts';
import { memberships, users } from '../schema/index.ts';
import { homeAccountOf } from './session-rows.ts';

/** People without a session of theirs. */
export function personStore(db: Db): PersonStore {
  return {
    async byId(userId) {
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
