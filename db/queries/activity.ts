import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type ActivityFilter, personOf } from '#app/domain/access/activity-filter.ts';
import { kindsOfGroup } from '#app/domain/access/audit.ts';
import type { Db } from '../database.ts';
import { type IdOrQuery, read, type ViewerIds } from '../read.ts';
import { auditEvents, memberships, users } from '../schema/index.ts';

type Event = Pick<
  typeof auditEvents.$inferSelect,
  'id' | 'at' | 'kind' | 'subject' | 'role' | 'address' | 'place' | 'userAgent'
> & { actorName: string | null; actorEmail: string | null };

/** An event as one column: ten separate columns per row cost a tenth of the page's time in libSQL's client and drizzle. */
const eventJson =
  sql<Event>`json_object('id', ${auditEvents.id}, 'at', ${auditEvents.at}, 'kind', ${auditEvents.kind},
  'subject', ${auditEvents.subject}, 'role', ${auditEvents.role}, 'address', ${auditEvents.address}, 'place', ${auditEvents.place},
  'userAgent', ${auditEvents.userAgent}, 'actorName', ${users.name}, 'actorEmail', ${users.email})`.mapWith(
    (json: string) => JSON.parse(json) as Event,
  );

/** The audit trail, as the people of an account read it; each method is one round trip. */
export function activityStore(db: Db) {
  const eventsOf = (accountId: IdOrQuery, filter: ActivityFilter, limit: number) => {
    const { what, order, cursor } = filter;
    const person = personOf(filter);
    const position = sql`(${auditEvents.at}, ${auditEvents.id})`;
    const comparison = order === 'newest' ? sql`<` : sql`>`;
    const direction = order === 'newest' ? desc : asc;
    return db
      .select({ event: eventJson })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.userId))
      .where(
        and(
          eq(auditEvents.accountId, accountId),
          person === undefined
            ? undefined
            : person === null
              ? isNull(auditEvents.userId)
              : eq(auditEvents.userId, person),
          what && inArray(auditEvents.kind, [...kindsOfGroup[what]]),
          cursor ? sql`${position} ${comparison} (${cursor.at}, ${cursor.id})` : undefined,
        ),
      )
      .orderBy(direction(auditEvents.at), direction(auditEvents.id))
      .limit(limit);
  };
  type Rows = Awaited<ReturnType<typeof eventsOf>>;
  const toEvents = (rows: Rows) =>
    rows.map(({ event: { actorName, actorEmail, ...event } }) => ({
      ...event,
      actor: actorName !== null && actorEmail !== null ? { name: actorName, email: actorEmail } : null,
    }));

  return {
    /** @returns the events of a filter, from its cursor on. */
    async page(accountId: string, filter: ActivityFilter, limit: number) {
      return toEvents(await eventsOf(accountId, filter, limit));
    },

    /** @returns the same page, with the account's members for the filter's choices. */
    pageWithMembers({ accountId }: Pick<ViewerIds, 'accountId'>, filter: ActivityFilter, limit: number) {
      const statements = {
        events: eventsOf(accountId, filter, limit),
        members: db
          .select({ userId: users.id, name: users.name })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(eq(memberships.accountId, accountId))
          .orderBy(users.name, users.id),
      };
      return read(db, statements, ({ events, members }) => ({ events: toEvents(events), members }));
    },
  };
}
