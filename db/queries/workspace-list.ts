import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { InstanceStatus } from '#app/domain/instance/view.ts';
import type { Db } from '../client.ts';
import { memberships, workspaces } from '../schema/index.ts';

/** A workspace in a list: its status is the copy that its object last told. */
interface ListedWorkspace {
  name: string;
  /** Spec §4. */
  status: InstanceStatus;
}

/** Workspaces as a list shows them; no object is asked. */
export function workspaceListStore(db: Db) {
  return {
    /**
     * @returns the workspaces of that name in whose account this person is: one or none. What was never told of is not
     *   there yet, and what is deleted is not there any more. One round trip.
     */
    async named(name: string, userId: string): Promise<ListedWorkspace[]> {
      return db
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

export type WorkspaceListStore = ReturnType<typeof workspaceListStore>;
