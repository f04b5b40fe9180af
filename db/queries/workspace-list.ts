import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { InstanceStatus } from '#app/domain/instance/view.ts';
import type { Db } from '../database.ts';
import { accounts, memberships, users, workspaces } from '../schema/index.ts';
import { hasAnyFactor } from './session-rows.ts';

/** Workspaces for lists, with the status (spec §4) that their objects last reported; no object is called. */
export function workspaceListStore(db: Db) {
  return {
    /**
     * @returns the workspaces, by name, of the accounts that the viewer shares with the person of that user name. Omits
     *   deleted workspaces, those without a report, and those of accounts whose second factor the viewer lacks. One round trip.
     */
    async ofUser(username: string, viewer: { userId: string; accountId: string | null }) {
      const theirs = alias(memberships, 'theirs');
      return await db
        .select({ name: workspaces.name, status: sql<InstanceStatus>`${workspaces.status}` })
        .from(workspaces)
        .innerJoin(
          memberships,
          and(eq(memberships.accountId, workspaces.accountId), eq(memberships.userId, viewer.userId)),
        )
        .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
        .innerJoin(theirs, eq(theirs.accountId, workspaces.accountId))
        .innerJoin(users, and(eq(users.id, theirs.userId), eq(users.username, username)))
        .where(
          and(
            viewer.accountId === null ? undefined : eq(workspaces.accountId, viewer.accountId),
            isNotNull(workspaces.status),
            sql`(NOT ${accounts.requiresSecondFactor} OR ${hasAnyFactor(viewer.userId)})`,
            sql`coalesce(${workspaces.phase}, '') <> 'deleted'`,
          ),
        )
        .orderBy(workspaces.name);
    },
  };
}
