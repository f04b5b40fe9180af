import { and, eq, isNotNull } from 'drizzle-orm';
import { isTrial } from '#app/domain/plan/plan.ts';
import type { WorkspaceStore } from '#app/use-cases/workspace/ports.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, plans, users, workspaces } from '../schema/index.ts';

/** Workspaces and what their instances need to know. */
export function workspaceStore(db: Db): WorkspaceStore {
  return {
    async provisionFacts(workspaceId) {
      const rows = await db
        .select({
          workspaceId: workspaces.id,
          accountId: workspaces.accountId,
          name: workspaces.name,
          ownerEmail: users.email,
          timezone: accounts.timezone,
          limits: {
            concurrentExecutions: plans.concurrentExecutionsLimit,
            memoryMib: plans.memoryMib,
            cpuMillicores: plans.cpuMillicores,
            logRetentionDays: plans.logRetentionDays,
          },
          confirmedAt: users.confirmedAt,
          planGroup: plans.group,
        })
        .from(workspaces)
        .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
        .innerJoin(plans, eq(plans.id, accounts.planId))
        .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.role, 'owner')))
        .innerJoin(users, eq(users.id, memberships.userId))
        // Nothing runs for an e-mail that nobody confirmed.
        .where(and(eq(workspaces.id, workspaceId), isNotNull(users.confirmedAt)))
        .limit(1);
      const row = rows[0];
      if (!row) return null;
      const { confirmedAt, planGroup, ...facts } = row;
      return { ...facts, trialStartedAt: isTrial({ group: planGroup }) ? confirmedAt : null };
    },

    async idByName(name) {
      const rows = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.name, name));
      return rows[0]?.id ?? null;
    },
  };
}
