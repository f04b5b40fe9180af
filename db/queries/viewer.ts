import { and, eq } from 'drizzle-orm';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, plans, sessions, subscriptions, users, workspaces } from '../schema/index.ts';

/** Who holds a session's token, with all that decides what they see: one statement, since a page may cost one round trip. */
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
      plan: { id: plans.id, displayName: plans.displayName, group: plans.group },
      subscription: {
        status: subscriptions.status,
        planId: subscriptions.planId,
        period: subscriptions.period,
        currentPeriodEndsAt: subscriptions.currentPeriodEndsAt,
        pausedAt: subscriptions.pausedAt,
        cancelsAt: subscriptions.cancelsAt,
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
    .innerJoin(plans, eq(plans.id, accounts.planId))
    .innerJoin(workspaces, eq(workspaces.accountId, accounts.id))
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(eq(sessions.tokenHash, tokenHash));
  const row = rows[0];
  if (!row) return null;
  const { progress, user: person, ...rest } = row;
  const { confirmedAt, ...user } = person;
  return { ...rest, user, progress: { confirmedAt, ...progress } };
}
