import { and, eq } from 'drizzle-orm';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { planNameOf } from '#app/domain/plan/plan-spec.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, plans, sessions, subscriptions, users, workspaces } from '../schema/index.ts';
import { currentSubscriptionOf, subscriptionOf } from './subscription-row.ts';

/**
 * Who holds a session's token, with all that decides what they see: one statement, since a page may cost one round trip.
 *
 * @throws AppError user_plan_not_loaded when the spec of their plan is none.
 */
export async function viewerRow(db: Db, tokenHash: string): Promise<Viewer | null> {
  const rows = await db
    .select({
      session: {
        id: sessions.id,
        tokenHash: sessions.tokenHash,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      },
      user: {
        id: users.id,
        username: users.username,
        name: users.name,
        email: users.email,
        confirmationSentAt: users.confirmationSentAt,
        confirmedAt: users.confirmedAt,
      },
      role: memberships.role,
      account: {
        id: accounts.id,
        name: accounts.name,
        timezone: accounts.timezone,
        taxInclusive: accounts.taxInclusive,
      },
      progress: {
        surveyAnsweredAt: accounts.surveyAnsweredAt,
        appsSelectedAt: accounts.appsSelectedAt,
        teammatesInvitedAt: accounts.teammatesInvitedAt,
        launchedAt: accounts.launchedAt,
      },
      planId: accounts.planId,
      plan: {
        id: plans.id,
        displayName: plans.displayName,
        group: plans.group,
        version: plans.version,
        slug: plans.slug,
      },
      subscription: {
        providerId: subscriptions.id,
        status: subscriptions.status,
        planId: subscriptions.planId,
        period: subscriptions.period,
        currentPeriodEndsAt: subscriptions.currentPeriodEndsAt,
        pausedAt: subscriptions.pausedAt,
        cancelsAt: subscriptions.cancelsAt,
        executionsQuota: subscriptions.executionsQuota,
        workflowsQuota: subscriptions.workflowsQuota,
      },
      workspace: {
        id: workspaces.id,
        name: workspaces.name,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    // Membership is read anew each time: who was removed from the account is out at once.
    .innerJoin(
      memberships,
      and(eq(memberships.userId, sessions.userId), eq(memberships.accountId, sessions.accountId)),
    )
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    // A plan that is missing is a failure of ours, and no reason to take the session for one that is over.
    .leftJoin(plans, eq(plans.id, accounts.planId))
    .innerJoin(workspaces, eq(workspaces.accountId, accounts.id))
    .leftJoin(subscriptions, currentSubscriptionOf(accounts.id))
    .where(eq(sessions.tokenHash, tokenHash));
  const row = rows[0];
  if (!row) return null;
  const { progress, user: person, planId, plan, subscription, ...rest } = row;
  const { confirmedAt, ...user } = person;
  return {
    ...rest,
    user,
    plan: planNameOf(planId, plan),
    progress: { confirmedAt, ...progress },
    subscription: subscription && subscriptionOf(subscription),
  };
}
