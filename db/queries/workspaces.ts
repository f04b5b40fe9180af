import { and, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { overageTermsOf } from '#app/domain/billing/overage.ts';
import { entitlementOf } from '#app/domain/billing/subscription.ts';
import { pick } from '#app/domain/pick.ts';
import { planLimitsOf } from '#app/domain/plan/plan-spec.ts';
import type { Db } from '../database.ts';
import { accounts, memberships, outbox, plans, subscriptions, users, workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';
import { currentSubscriptionOf, subscriptionColumns, subscriptionOf } from './subscription-row.ts';

/** Workspaces, the facts for their objects, and their clusters; each method is one round trip. */
export function workspaceStore(db: Db) {
  return {
    /** @returns the facts for the workspace's object; `clusterId` is null until the workspace has a cluster. */
    async instanceFacts(workspaceId: string) {
      const rows = await factsRows(db, workspaceId);
      return rows[0] ? factsOf(rows[0]) : null;
    },

    /** @returns the memory limits of each cluster's workspaces in MiB, summed by cluster id. */
    async sumMemoryByCluster(): Promise<Record<string, number>> {
      const rows = await db
        .select({ clusterId: workspaces.clusterId, usedMib: sql<number>`sum(${plans.memoryMib})` })
        .from(workspaces)
        .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
        .innerJoin(plans, eq(plans.id, accounts.planId))
        // A deleted workspace takes no memory.
        .where(and(isNotNull(workspaces.clusterId), sql`coalesce(${workspaces.phase}, '') <> 'deleted'`))
        .groupBy(workspaces.clusterId);
      return Object.fromEntries(rows.map(({ clusterId, usedMib }) => [clusterId, Number(usedMib)]));
    },

    /** Assigns a cluster unless the workspace has one. @returns the workspace's cluster. */
    async assignCluster(workspaceId: string, clusterId: string) {
      const { rows } = await db.batch({
        // Of two concurrent assignments, the first wins.
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

    /** @returns the workspaces of confirmed accounts after `after`, ordered by id. */
    async page(after: string, limit: number) {
      const confirmedAt = sql<number>`(SELECT min(${users.confirmedAt}) FROM ${memberships}
        INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
        WHERE ${memberships.accountId} = ${workspaces.accountId} AND ${memberships.role} = 'owner')`;
      return await db
        .select({
          workspaceId: workspaces.id,
          ...pick(workspaces, 'clusterId', 'revision', 'factsRevision', 'phase'),
          // Nested: of the columns of a field, drizzle drops the table names, which distinguish the inner account from the outer.
          confirmedAt: sql<number>`${confirmedAt}`.as('confirmed_at'),
          reportedAt: workspaces.reportedAt,
        })
        .from(workspaces)
        .where(and(gt(workspaces.id, after), sql`${confirmedAt} IS NOT NULL`))
        .orderBy(workspaces.id)
        .limit(limit);
    },

    /** @returns the account role of the e-mail's confirmed person; null unless they are a member. */
    async roleOf(accountId: string, email: string) {
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

    /** Queues the facts of these workspaces again. */
    async requeueFacts(workspaceIds: readonly string[], now: number) {
      const workspaceId = sql<string>`named.value`;
      await outboxRow(db, {
        kind: 'workspace.send_facts',
        payload: { workspaceId },
        now,
        id: sql<string>`'msg_requeue_' || ${workspaceId} || ${`_${now}`}`,
        from: sql`json_each(${JSON.stringify(workspaceIds)}) AS named`,
        // A changed plan's facts wait for a time within an hour: other memory restarts a workspace.
        where: sql`named.value NOT IN (SELECT payload ->> 'workspaceId' FROM ${outbox}
          WHERE kind = 'workspace.send_facts' AND delivered_at IS NULL)`,
      });
    },

    /** @returns the workspace of a host name, for the gateway; null for an unknown name. */
    async addressOf(name: string) {
      const rows = await db
        .select({ workspaceId: workspaces.id, clusterId: workspaces.clusterId })
        .from(workspaces)
        .where(eq(workspaces.name, name));
      return rows[0] ?? null;
    },
  };
}

export type WorkspaceStore = ReturnType<typeof workspaceStore>;

/** The condition that a workspace is not deleted: a deleted one gets no answer, even with its valid key. */
export function isExistingWorkspace(workspaceId: string) {
  return and(eq(workspaces.id, workspaceId), or(isNull(workspaces.phase), ne(workspaces.phase, 'deleted')));
}

/** The statement that reads the facts for a workspace's object; `factsOf` reads its rows. */
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
          ...pick(plans, 'memoryMib', 'cpuMillicores', 'logRetentionDays'),
        },
        clusterId: workspaces.clusterId,
        region: workspaces.region,
        factsRevision: workspaces.revision,
        trialStartedAt: sql<number>`coalesce(${accounts.trialStartedAt}, ${users.confirmedAt})`,
        plan: { id: plans.id, group: plans.group, sellsOverage: plans.sellsOverage },
        overageChoice: { maxThousands: accounts.overageMaxThousands, prices: accounts.overagePrices },
        subscription: subscriptionColumns,
        changedAt: subscriptions.eventAt,
      })
      .from(workspaces)
      .innerJoin(accounts, eq(accounts.id, workspaces.accountId))
      .innerJoin(plans, eq(plans.id, accounts.planId))
      .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.role, 'owner')))
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(subscriptions, currentSubscriptionOf(accounts.id))
      // No workspace runs before its owner confirms their e-mail.
      .where(and(eq(workspaces.id, workspaceId), isNotNull(users.confirmedAt)))
      // Takes the earliest of several owners.
      .orderBy(memberships.createdAt, users.id)
      .limit(1)
  );
}

/** @throws AppError user_plan_not_loaded for unreadable limits. */
export function factsOf(row: Awaited<ReturnType<typeof factsRows>>[number]) {
  const { trialStartedAt, plan, overageChoice, subscription: columns, changedAt, ...facts } = row;
  const limits = planLimitsOf(plan.id, row.limits);
  const subscription = columns && subscriptionOf(columns);
  // A custom plan's row holds the minimum of its quotas.
  const quota = subscription?.quota;
  const overage = overageTermsOf(plan, subscription, overageChoice);
  return {
    ...facts,
    limits: quota
      ? { ...limits, monthlyExecutions: quota.executions, activeWorkflows: quota.activeWorkflows }
      : limits,
    entitlement: entitlementOf({ planGroup: plan.group, trialStartedAt }, subscription),
    ...(overage && { overage }),
    /** When the provider last changed the subscription, UTC ms. */
    ...(changedAt && { changedAt: Date.parse(changedAt) }),
  };
}
