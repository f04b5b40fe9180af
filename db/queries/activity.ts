import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { ActivityStore } from '#app/use-cases/members/ports.ts';
import type { Db } from '../client.ts';
import { auditEvents, users } from '../schema/index.ts';

/** What happened to an account's security. */
export function activityStore(db: Db): ActivityStore {
  return {
    async page(accountId, olderThan, limit) {
      const isOlder: SQL | undefined = olderThan
        ? sql`(${auditEvents.at}, ${auditEvents.id}) < (${olderThan.at}, ${olderThan.id})`
        : undefined;
      const rows = await db
        .select({
          id: sql<string>`${auditEvents.id}`.as('event_id'),
          at: auditEvents.at,
          kind: auditEvents.kind,
          actorName: users.name,
          actorEmail: users.email,
          subject: auditEvents.subject,
          role: auditEvents.role,
          address: auditEvents.address,
          place: auditEvents.place,
          userAgent: auditEvents.userAgent,
        })
        .from(auditEvents)
        .leftJoin(users, eq(users.id, auditEvents.userId))
        .where(and(eq(auditEvents.accountId, accountId), isOlder))
        .orderBy(desc(auditEvents.at), desc(auditEvents.id))
        .limit(limit);
      return rows.map(({ actorName, actorEmail, ...event }) => ({
        ...event,
        actor: actorName !== null && actorEmail !== null ? { name: actorName, email: actorEmail } : null,
      }));
    },
  };
}
