import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { auditEvents, users } from '../schema/index.ts';

/** The audit trail, as the people of an account read it; one round trip. */
export function activityStore(db: Db) {
  return {
    /** @returns an account's events, newest first; only those before the event `olderThan`, which may be gone. */
    async page(accountId: string, olderThan: { at: number; id: string } | null, limit: number) {
      const isOlder = olderThan
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
