import { eq } from 'drizzle-orm';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { memberships, users } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { isHomeMembership } from './home-account.ts';

/** People, read without a session, and the change of their names. */
export function personStore(db: Db) {
  return {
    /** @returns null for an unknown person, or a person without an account. One round trip. */
    async byId(userId: string) {
      const rows = await db
        .select({
          ...pick(users, 'id', 'username', 'name', 'email', 'confirmedAt'),
          role: memberships.role,
        })
        .from(users)
        .innerJoin(memberships, isHomeMembership)
        .where(eq(users.id, userId));
      return rows[0] ?? null;
    },

    /** Sets the signed-in person's name, and records it. One round trip. */
    async changeName(input: ViewerAct & { name: string }) {
      const { viewer, name } = input;
      await db.batch({
        person: db.update(users).set({ name }).where(eq(users.id, viewer.user.id)),
        audit: viewerAuditRow(db, input, { kind: 'name_changed', subject: name }),
      });
    },
  };
}
