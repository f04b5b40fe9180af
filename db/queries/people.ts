import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { memberships, users } from '../schema/index.ts';
import { isHomeMembership } from './session-rows.ts';

/** People, read without a session. */
export function personStore(db: Db) {
  return {
    /** @returns null for an unknown person, or one without an account. One round trip. */
    async byId(userId: string) {
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
        .innerJoin(memberships, isHomeMembership)
        .where(eq(users.id, userId));
      return rows[0] ?? null;
    },
  };
}
