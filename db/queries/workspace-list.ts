import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { InstanceStatus } from '#app/domain/instance/view.ts';
import type { Db } from '../client.ts';
import { memberships, workspaces } from '../schema/index.ts';

/** Workspaces as a list shows them, with the status (spec §4) that their objects last reported; no object is called. */
export function workspaceListStore(db: Db) {
  return {
    /**
     * @returns the workspace of that name, if this person is in its account. A workspace without a report, or a deleted
     *   one, is left out. One round trip.
     */
    async named(name: string, userId: string) {
      return await db
        .select({ name: workspaces.name, status: sql<InstanceStatus>`${workspaces.status}` })
        .from(workspaces)
        .innerJoin(
          memberships,
          and(eq(memberships.accountId, workspaces.accountId), eq(memberships.userId, userId)),
        )
        .where(
          and(
            eq(workspaces.name, name),
            isNotNull(workspaces.status),
            sql`coalesce(${workspaces.phase}, '') <> 'deleted'`,
          ),
        );
    },
  };
}
