import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Member, PendingInvitation } from '#app/domain/access/member.ts';
import { decideMemberChange, type MemberOutcome } from '#app/domain/access/member-change.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Db } from '../client.ts';
import {
  apiTokens,
  authenticatorApps,
  invitations,
  knownDevices,
  linkTokens,
  memberships,
  passkeys,
  recoveryCodes,
  sessions,
  supportTickets,
  users,
  workspaces,
} from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { auditRow } from './audit.ts';
import { memberInvitations } from './member-invitations.ts';
import { outboxRow } from './outbox-row.ts';
import { hasSecondFactor } from './session-rows.ts';
import { tellWorkspaces } from './tell-workspaces.ts';

/**
 * The people of an account, and who was asked to join it; each method is one round trip, and none reaches beyond the
 * viewer's account.
 * `roles` are those that the viewer can give, change and take away; others stay untouched.
 */
export function memberStore(db: Db) {
  /** All of an account, as they are before the batch's changes. */
  const peopleOf = (accountId: string) =>
    db
      .select({
        userId: memberships.userId,
        role: memberships.role,
        isConfirmed: sql`${users.confirmedAt} IS NOT NULL`.mapWith(Boolean).as('is_confirmed'),
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.accountId, accountId));
  /** The membership is there, and another confirmed owner is too (`decideMemberChange`). */
  const canGo = (accountId: string, userId: string) => sql`EXISTS (SELECT 1 FROM ${memberships}
      WHERE ${memberships.accountId} = ${accountId} AND ${memberships.userId} = ${userId})
    AND EXISTS (SELECT 1 FROM ${memberships} INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
      WHERE ${memberships.accountId} = ${accountId} AND ${memberships.userId} <> ${userId}
        AND ${memberships.role} = 'owner' AND ${users.confirmedAt} IS NOT NULL)`;
  /** Ends what a person has invited to the account and can no longer answer for. */
  const endInvitations = (accountId: string, userId: string, condition: SQL) =>
    db.delete(invitations).where(
      sql`${invitations.accountId} = ${accountId} AND ${invitations.invitedBy} = ${userId}
        AND ${invitations.acceptedAt} IS NULL AND ${condition}`,
    );
  const emailOf = (userId: string) =>
    sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId})`;
  /** Has the workspace's object learn who owns it; the person's role is sent by a trigger (migration 0008). */
  const tellWorkspace = (accountId: string, now: number, condition: SQL) =>
    tellWorkspaces(db, {
      ...{ reason: 'owner', now },
      where: sql`${workspaces.accountId} = ${accountId} AND ${condition}`,
    });

  return {
    async list(accountId: string): Promise<{ members: Member[]; invitations: PendingInvitation[] }> {
      const { members, pending } = await db.batch({
        members: db
          .select({
            userId: users.id,
            name: users.name,
            email: users.email,
            role: memberships.role,
            joinedAt: memberships.createdAt,
            hasSecondFactor: sql<number>`${hasSecondFactor(sql`${users.id}`)}`.as('has_second_factor'),
          })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(eq(memberships.accountId, accountId))
          .orderBy(memberships.createdAt),
        pending: db
          .select({
            id: invitations.id,
            email: invitations.email,
            role: invitations.role,
            sentAt: invitations.sentAt,
            expiresAt: invitations.expiresAt,
          })
          .from(invitations)
          .where(and(eq(invitations.accountId, accountId), isNull(invitations.acceptedAt)))
          .orderBy(invitations.createdAt),
      });
      return {
        members: members.map((member) => ({ ...member, hasSecondFactor: member.hasSecondFactor === 1 })),
        invitations: pending,
      };
    },

    /** @param act `invitable`: of the member's pending invitations, those of other roles end. */
    async changeRole(
      act: ViewerAct & { userId: string; role: Role; roles: readonly Role[]; invitable: readonly Role[] },
    ): Promise<MemberOutcome> {
      const { now, viewer, client, userId, role, roles, invitable } = act;
      const accountId = viewer.account.id;
      const isTheirs = and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
      const isAnother = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${isTheirs}
        AND ${memberships.role} <> ${role} AND ${inArray(memberships.role, [...roles])})`;
      const changes = sql`${isAnother} AND (${role === 'owner' ? 1 : 0} OR ${canGo(accountId, userId)})`;
      const { people } = await db.batch({
        people: peopleOf(accountId),
        audit: auditRow(
          db,
          {
            now,
            accountId,
            userId: viewer.user.id,
            kind: 'role_changed',
            subject: emailOf(userId),
            role,
            client,
          },
          changes,
        ),
        workspace: tellWorkspace(accountId, now, changes),
        invitations: endInvitations(
          accountId,
          userId,
          sql`${changes} AND NOT ${inArray(invitations.role, [...invitable])}`,
        ),
        membership: db.update(memberships).set({ role }).where(and(isTheirs, changes)),
      });
      return decideMemberChange(people, { userId, role, reachable: roles });
    },

    /**
     * Takes a person out of the account, and with it out of its workspace; one who belongs to no other account is
     * forgotten, so that they can be invited anew.
     */
    async remove(
      act: ViewerAct & { userId: string; roles: readonly Role[]; mailId: string },
    ): Promise<MemberOutcome> {
      const { now, viewer, client, userId, roles, mailId } = act;
      const accountId = viewer.account.id;
      const isTheirs = and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
      const goes = sql`${canGo(accountId, userId)} AND EXISTS (SELECT 1 FROM ${memberships}
        WHERE ${isTheirs} AND ${inArray(memberships.role, [...roles])})`;
      const isGone = sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${isTheirs})`;
      const belongsNowhere = sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${userId})`;
      const emailNormalized = sql`(SELECT ${users.emailNormalized} FROM ${users} WHERE ${users.id} = ${userId})`;
      const { people } = await db.batch({
        people: peopleOf(accountId),
        audit: auditRow(
          db,
          {
            now,
            accountId,
            userId: viewer.user.id,
            kind: 'member_removed',
            subject: emailOf(userId),
            client,
          },
          goes,
        ),
        workspace: tellWorkspace(accountId, now, goes),
        mail: outboxRow(db, {
          ...{ id: mailId, kind: 'mail', now },
          payload: {
            template: 'removed_from_account',
            to: users.email,
            data: { name: users.name, accountName: viewer.account.name },
          },
          from: sql`${users}`,
          where: sql`${users.id} = ${userId} AND ${goes}`,
        }),
        // An invitation that was accepted would stand in the way of another one.
        theirInvitation: db.delete(invitations).where(
          sql`${invitations.accountId} = ${accountId} AND ${invitations.emailNormalized} = ${emailNormalized}
              AND ${goes}`,
        ),
        invitations: endInvitations(accountId, userId, goes),
        membership: db.delete(memberships).where(and(isTheirs, goes)),
        sessions: db
          .delete(sessions)
          .where(and(eq(sessions.userId, userId), eq(sessions.accountId, accountId), isGone)),
        links: db
          .delete(linkTokens)
          .where(and(eq(linkTokens.userId, userId), eq(linkTokens.accountId, accountId), isGone)),
        tokens: db
          .delete(apiTokens)
          .where(and(eq(apiTokens.userId, userId), eq(apiTokens.accountId, accountId), isGone)),
        // Children first, as everywhere: then the person who belongs nowhere any more.
        theirRows: [
          db.delete(sessions).where(and(eq(sessions.userId, userId), belongsNowhere)),
          db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), belongsNowhere)),
          db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), belongsNowhere)),
          db.delete(supportTickets).where(and(eq(supportTickets.userId, userId), belongsNowhere)),
          db.delete(authenticatorApps).where(and(eq(authenticatorApps.userId, userId), belongsNowhere)),
          db.delete(passkeys).where(and(eq(passkeys.userId, userId), belongsNowhere)),
          db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), belongsNowhere)),
          db.delete(users).where(and(eq(users.id, userId), isNotNull(users.confirmedAt), belongsNowhere)),
        ],
      });
      return decideMemberChange(people, { userId, role: null, reachable: roles });
    },

    ...memberInvitations(db),
  };
}

export type MemberStore = ReturnType<typeof memberStore>;
