import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { InstanceStatus } from '#app/domain/instance/view.ts';
import type { WorkspaceListStore } from '#app/use-cases/workspace/list-ports.ts';
import type { Db } from '../client.ts';
import { memberships, workspaces } from '../schema/index.ts';

/** Workspaces as a list shows them; no object is asked. */
export function workspaceListStore(db: Db): WorkspaceListStore {
  return {
    async named(name, userId) {
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
