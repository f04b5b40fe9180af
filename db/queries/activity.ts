import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type ActivityFilter, personOf } from '#app/domain/access/activity-filter.ts';
import { kindsOfGroup } from '#app/domain/access/audit.ts';
import { compileStatement } from '../compiled.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
import { auditEvents, formerUsers, memberships, sessions, users } from '../schema/index.ts';

type Event = Pick<
  typeof auditEvents.$inferSelect,
  'id' | 'at' | 'kind' | 'subject' | 'role' | 'address' | 'place' | 'userAgent'
> & { actorName: string | null; actorEmail: string | null };

/** A deleted actor is still named. */
const ofActor = (column: 'name' | 'email') =>
  sql`coalesce(${users[column]}, (SELECT ${formerUsers[column]} FROM ${formerUsers}
    WHERE ${formerUsers.id} = ${auditEvents.userId}))`;

/** An event as one column: ten separate columns per row cost a tenth of the page's time in libSQL's client and drizzle. */
const eventJson =
  sql<Event>`json_object('id', ${auditEvents.id}, 'at', ${auditEvents.at}, 'kind', ${auditEvents.kind},
  'subject', ${auditEvents.subject}, 'role', ${auditEvents.role}, 'address', ${auditEvents.address}, 'place', ${auditEvents.place},
  'userAgent', ${auditEvents.userAgent}, 'actorName', ${ofActor('name')},
  'actorEmail', ${ofActor('email')})`.mapWith((json: string) => JSON.parse(json) as Event);

/** The account of a viewer: its id, or that of the session that the same batch reads. One text for both. */
const viewersAccount = sql`coalesce(${sql.placeholder('accountId')},
  (SELECT ${sessions.accountId} FROM ${sessions} WHERE ${sessions.tokenHash} = ${sql.placeholder('tokenHash')}))`;

function compileEvents(filter: ActivityFilter) {
  const { what, order, cursor } = filter;
  const person = personOf(filter);
  const position = sql`(${auditEvents.at}, ${auditEvents.id})`;
  const comparison = order === 'newest' ? sql`<` : sql`>`;
  const direction = order === 'newest' ? desc : asc;
  return compileStatement((db) =>
    db
      .select({ event: eventJson })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.userId))
      .where(
        and(
          eq(auditEvents.accountId, viewersAccount),
          person === undefined
            ? undefined
            : person === null
              ? sql`NOT EXISTS (SELECT 1 FROM ${memberships}
                  WHERE ${memberships.accountId} = ${auditEvents.accountId} AND ${memberships.userId} = ${auditEvents.userId})`
              : eq(auditEvents.userId, sql.placeholder('person')),
          what && inArray(auditEvents.kind, [...kindsOfGroup[what]]),
          cursor
            ? sql`${position} ${comparison} (${sql.placeholder('at')}, ${sql.placeholder('id')})`
            : undefined,
        ),
      )
      .orderBy(direction(auditEvents.at), direction(auditEvents.id))
      .limit(sql.placeholder('limit')),
  );
}

/** The compiled statements, by the form of their filter: filters of one form differ only in values. */
const compiledEvents = new Map<string, ReturnType<typeof compileEvents>>();

/** The statement that reads the events of a filter, from its cursor on. */
function eventsOf(
  db: Db,
  account: { accountId: string | null; tokenHash: string | null },
  filter: ActivityFilter,
  limit: number,
) {
  const { what, order, cursor } = filter;
  const person = personOf(filter);
  const form = JSON.stringify([what ?? null, order, cursor !== null, person === undefined, person === null]);
  const statement = compiledEvents.get(form) ?? compileEvents(filter);
  compiledEvents.set(form, statement);
  const { at, id } = cursor ?? { at: 0, id: '' };
  return statement(db, { ...account, person: person ?? '', at, id, limit });
}

const compiledMembers = compileStatement((db) =>
  db
    .select({ userId: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.accountId, viewersAccount))
    .orderBy(users.name, users.id),
);

/** The audit trail, as the people of an account read it; each method is one round trip. */
export function activityStore(db: Db) {
  const toEvents = (rows: Awaited<ReturnType<typeof eventsOf>>) =>
    rows.map(({ event: { actorName, actorEmail, ...event } }) => ({
      ...event,
      actor: actorName !== null && actorEmail !== null ? { name: actorName, email: actorEmail } : null,
    }));

  return {
    /** @returns the events of a filter, from its cursor on. */
    page(accountId: string, filter: ActivityFilter, limit: number) {
      const events = eventsOf(db, { accountId, tokenHash: null }, filter, limit);
      return read(db, { events }, (rows) => toEvents(rows.events));
    },

    /** @returns the same page, with the account's members for the filter's choices. */
    pageWithMembers(ids: Pick<ViewerIds, 'accountId' | 'tokenHash'>, filter: ActivityFilter, limit: number) {
      const accountId = typeof ids.accountId === 'string' ? ids.accountId : null;
      const account = { accountId, tokenHash: ids.tokenHash ?? null };
      const statements = {
        events: eventsOf(db, account, filter, limit),
        members: compiledMembers(db, account),
      };
      return read(db, statements, ({ events, members }) => ({ events: toEvents(events), members }));
    },
  };
}
