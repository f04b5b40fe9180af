import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { isTrial } from '#app/domain/plan/plan.ts';
import { trialEndsAt } from '#app/domain/trial/trial.ts';
import type { WorkspaceStore } from '#app/use-cases/workspace/ports.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, outbox, plans, users, workspaces } from '../schema/index.ts';

/** Workspaces, what their instances are to be told, and where they run. */
export function workspaceStore(db: Db): WorkspaceStore {
  return {
    async instanceFacts(workspaceId) {
      const rows = await db
        .select({
          workspaceId: workspaces.id,
          accountId: workspaces.accountId,
          name: workspaces.name,
          ownerEmail: users.email,
          timezone: accounts.timezone,
          limits: {
            monthlyExecutions: plans.monthlyExecutionsLimit,
            activeWorkflows: plans.activeWorkflowsLimit,
            concurrentExecutions: plans.concurrentExecutionsLimit,
            memoryMib: plans.memoryMib,
            cpuMillicores: plans.cpuMillicores,
            logRetentionDays: plans.logRetentionDays,
          },
          clusterId: workspaces.clusterId,
          region: workspaces.region,
          toldRevision: workspaces.revision,
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
      return {
        ...facts,
        subscription:
          isTrial({ group: planGroup }) && confirmedAt !== null
            ? { kind: 'trial', endsAt: trialEndsAt(confirmedAt) }
            : { kind: 'active' },
      };
    },

    async usedMemoryByCluster() {
      const rows = await db
        .select({ clusterId: workspaces.clusterId, usedMib: sql<number>`sum(${plans.memoryMib})` })
        .from(workspaces)
        .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
        .innerJoin(plans, eq(plans.id, accounts.planId))
        // What was deleted takes no room any more.
        .where(and(isNotNull(workspaces.clusterId), sql`coalesce(${workspaces.phase}, '') <> 'deleted'`))
        .groupBy(workspaces.clusterId);
      return Object.fromEntries(rows.map(({ clusterId, usedMib }) => [clusterId, Number(usedMib)]));
    },

    async assignCluster(workspaceId, clusterId) {
      const [, rows] = await db.batch([
        // Two tellings at once: the first one's choice stands.
        db
          .update(workspaces)
          .set({ clusterId })
          .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.clusterId))),
        db.select({ clusterId: workspaces.clusterId }).from(workspaces).where(eq(workspaces.id, workspaceId)),
      ]);
      return rows[0]?.clusterId ?? clusterId;
    },

    async page(after, limit) {
      return db
        .select({
          workspaceId: workspaces.id,
          clusterId: workspaces.clusterId,
          revision: workspaces.revision,
          toldRevision: workspaces.toldRevision,
          phase: workspaces.phase,
          confirmedAt: sql<number>`${users.confirmedAt}`,
          reportedAt: workspaces.reportedAt,
        })
        .from(workspaces)
        .innerJoin(
          memberships,
          and(eq(memberships.accountId, workspaces.accountId), eq(memberships.role, 'owner')),
        )
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(gt(workspaces.id, after), isNotNull(users.confirmedAt)))
        .orderBy(workspaces.id)
        .limit(limit);
    },

    async tellAgain(workspaceIds, now) {
      await db
        .insert(outbox)
        .values(
          workspaceIds.map((workspaceId) => ({
            id: `msg_tell_${workspaceId}_${now}`,
            kind: 'workspace.tell',
            payload: { workspaceId },
            createdAt: now,
            nextAttemptAt: now,
          })),
        )
        .onConflictDoNothing();
    },

    async addressOf(name) {
      const rows = await db
        .select({ workspaceId: workspaces.id, clusterId: workspaces.clusterId })
        .from(workspaces)
        .where(eq(workspaces.name, name));
      return rows[0] ?? null;
    },
  };
}
