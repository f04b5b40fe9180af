import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Role } from '#app/domain/access/roles.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { entitlementOf } from '#app/domain/billing/subscription.ts';
import type { KnownWorkspace } from '#app/domain/instance/reconciliation.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { planLimitsOf } from '#app/domain/plan/plan-spec.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, plans, subscriptions, users, workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';
import { currentSubscriptionOf, subscriptionColumns, subscriptionOf } from './subscription-row.ts';

/** Workspaces, what their instances are to be told, and where they run; each method is one round trip. */
export function workspaceStore(db: Db) {
  return {
    /** @returns what the instance is to be told; `clusterId` is null until one was chosen for it. */
    async instanceFacts(
      workspaceId: string,
    ): Promise<
      (Omit<InstanceFacts, 'clusterId'> & { clusterId: string | null; region: string | null }) | null
    > {
      const rows = await factsRows(db, workspaceId);
      return rows[0] ? factsOf(rows[0]) : null;
    },

    /** @returns the memory that each cluster's workspaces may use, in MiB, by cluster id. */
    async usedMemoryByCluster(): Promise<Record<string, number>> {
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

    /** Gives a workspace its cluster unless it has one. @returns the one it has. */
    async assignCluster(workspaceId: string, clusterId: string) {
      const { rows } = await db.batch({
        // Two tellings at once: the first one's choice stands.
        choice: db
          .update(workspaces)
          .set({ clusterId })
          .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.clusterId))),
        rows: db
          .select({ clusterId: workspaces.clusterId })
          .from(workspaces)
          .where(eq(workspaces.id, workspaceId)),
      });
      return rows[0]?.clusterId ?? clusterId;
    },

    /** @returns confirmed accounts' workspaces in the order of their ids, those after `after`. */
    async page(after: string, limit: number): Promise<KnownWorkspace[]> {
      const confirmedAt = sql<number>`(SELECT min(${users.confirmedAt}) FROM ${memberships}
        INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
        WHERE ${memberships.accountId} = ${workspaces.accountId} AND ${memberships.role} = 'owner')`;
      return db
        .select({
          workspaceId: workspaces.id,
          clusterId: workspaces.clusterId,
          revision: workspaces.revision,
          factsRevision: workspaces.toldRevision,
          phase: workspaces.phase,
          confirmedAt: confirmedAt.as('confirmed_at'),
          reportedAt: workspaces.reportedAt,
        })
        .from(workspaces)
        .where(and(gt(workspaces.id, after), sql`${confirmedAt} IS NOT NULL`))
        .orderBy(workspaces.id)
        .limit(limit);
    },

    /** @returns the role that the e-mail's confirmed person has in an account; null when they are no member. */
    async roleOf(accountId: string, email: string): Promise<Role | null> {
      const rows = await db
        .select({ role: memberships.role })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(
          and(
            eq(memberships.accountId, accountId),
            eq(users.emailNormalized, normalizeEmail(email)),
            isNotNull(users.confirmedAt),
          ),
        );
      return rows[0]?.role ?? null;
    },

    /** Has the outbox tell these workspaces' objects their facts once more. */
    async tellAgain(workspaceIds: readonly string[], now: number) {
      const workspaceId = sql<string>`named.value`;
      await outboxRow(db, {
        ...{ kind: 'workspace.tell', payload: { workspaceId }, now },
        id: sql<string>`'msg_tell_' || ${workspaceId} || ${`_${now}`}`,
        from: sql`json_each(${JSON.stringify(workspaceIds)}) AS named`,
      });
    },

    /** @returns what leads a request for a workspace's host on. */
    async addressOf(name: string): Promise<{ workspaceId: string; clusterId: string | null } | null> {
      const rows = await db
        .select({ workspaceId: workspaces.id, clusterId: workspaces.clusterId })
        .from(workspaces)
        .where(eq(workspaces.name, name));
      return rows[0] ?? null;
    },
  };
}

export type WorkspaceStore = ReturnType<typeof workspaceStore>;

/** The statement that reads what an instance is told; a row is read by `factsOf`. */
export function factsRows(db: Db, workspaceId: string) {
  return (
    db
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
        factsRevision: workspaces.revision,
        trialStartedAt: sql<number>`coalesce(${accounts.trialStartedAt}, ${users.confirmedAt})`,
        planId: plans.id,
        planGroup: plans.group,
        subscription: subscriptionColumns,
      })
      .from(workspaces)
      .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
      .innerJoin(plans, eq(plans.id, accounts.planId))
      .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.role, 'owner')))
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(subscriptions, currentSubscriptionOf(accounts.id))
      // Nothing runs for an e-mail that nobody confirmed.
      .where(and(eq(workspaces.id, workspaceId), isNotNull(users.confirmedAt)))
      // Of several owners the first: the one whom the workspace has known longest.
      .orderBy(memberships.createdAt, users.id)
      .limit(1)
  );
}

/** @throws AppError user_plan_not_loaded when what the plan allows cannot be read. */
export function factsOf(row: Awaited<ReturnType<typeof factsRows>>[number]) {
  const { trialStartedAt, planId, planGroup, subscription: columns, ...facts } = row;
  const limits = planLimitsOf(planId, row.limits);
  const subscription = columns && subscriptionOf(columns);
  // A custom plan's row says what its quotas begin with.
  const quota = subscription?.quota;
  return {
    ...facts,
    limits: quota
      ? { ...limits, monthlyExecutions: quota.executions, activeWorkflows: quota.activeWorkflows }
      : limits,
    entitlement: entitlementOf({ planGroup, trialStartedAt }, subscription),
  };
}
