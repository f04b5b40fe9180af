import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { decideMemberChange } from '#app/domain/access/member-change.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
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
  surveyAnswers,
  users,
  workspaces,
} from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { memberInvitations } from './member-invitations.ts';
import { userMailRow } from './outbox-row.ts';
import { queueFacts } from './queue-facts.ts';
import { hasAnyFactor } from './session-rows.ts';
import { deleteUserRows } from './user-rows.ts';

/** Every other table with rows of a person, except rows of their accounts. */
const CHILDREN_OF_USERS = [
  linkTokens,
  knownDevices,
  supportTickets,
  authenticatorApps,
  passkeys,
  recoveryCodes,
];

/**
 * The people of an account and its invitations; each method is one round trip, within the viewer's account.
 * `roles` are those that the viewer can give, change and remove; other roles stay untouched.
 */
export function memberStore(db: Db) {
  /** Everyone in an account, read before the batch's changes. */
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
  /** The membership exists, and so does another confirmed owner (`decideMemberChange`). */
  const canGo = (accountId: string, userId: string) => sql`EXISTS (SELECT 1 FROM ${memberships}
      WHERE ${memberships.accountId} = ${accountId} AND ${memberships.userId} = ${userId})
    AND EXISTS (SELECT 1 FROM ${memberships} INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
      WHERE ${memberships.accountId} = ${accountId} AND ${memberships.userId} <> ${userId}
        AND ${memberships.role} = 'owner' AND ${users.confirmedAt} IS NOT NULL)`;
  /** Deletes a person's pending invitations to the account. */
  const endInvitations = (accountId: string, userId: string, condition: SQL) =>
    db.delete(invitations).where(
      sql`${invitations.accountId} = ${accountId} AND ${invitations.invitedBy} = ${userId}
        AND ${invitations.acceptedAt} IS NULL AND ${condition}`,
    );
  const emailOf = (userId: string) =>
    sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId})`;
  /** Sends the workspace's object its owner; a trigger sends the person's role (migration 0008). */
  const queueOwner = (accountId: string, now: number, condition: SQL) =>
    queueFacts(db, {
      reason: 'owner',
      now,
      where: sql`${workspaces.accountId} = ${accountId} AND ${condition}`,
    });

  return {
    list({ accountId }: Pick<ViewerIds, 'accountId'>) {
      const statements = {
        members: db
          .select({
            userId: users.id,
            ...pick(users, 'name', 'email'),
            role: memberships.role,
            joinedAt: memberships.createdAt,
            hasSecondFactor: sql<number>`${hasAnyFactor(sql`${users.id}`)}`.as('has_second_factor'),
          })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(eq(memberships.accountId, accountId))
          .orderBy(memberships.createdAt, users.id),
        pending: db
          .select(pick(invitations, 'id', 'email', 'role', 'sentAt', 'expiresAt'))
          .from(invitations)
          .where(and(eq(invitations.accountId, accountId), isNull(invitations.acceptedAt)))
          .orderBy(invitations.createdAt, invitations.id),
      };
      return read(db, statements, ({ members, pending }) => ({
        members: members.map((member) => ({ ...member, hasSecondFactor: member.hasSecondFactor === 1 })),
        invitations: pending,
      }));
    },

    /** @param act `invitable`: the member's pending invitations to other roles end. */
    async changeRole(
      act: ViewerAct & { userId: string; role: Role; roles: readonly Role[]; invitable: readonly Role[] },
    ) {
      const { now, viewer, userId, role, roles, invitable } = act;
      const accountId = viewer.account.id;
      const isTheirs = and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
      const isAnother = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${isTheirs}
        AND ${memberships.role} <> ${role} AND ${inArray(memberships.role, [...roles])})`;
      const changes = sql`${isAnother} AND (${role === 'owner' ? 1 : 0} OR ${canGo(accountId, userId)})`;
      const { people } = await db.batch({
        people: peopleOf(accountId),
        audit: viewerAuditRow(db, act, { kind: 'role_changed', subject: emailOf(userId), role }, changes),
        workspace: queueOwner(accountId, now, changes),
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
     * Removes a person from the account and its workspace. A person without another account is deleted, so that they can
     * be invited again.
     */
    async remove(act: ViewerAct & { userId: string; roles: readonly Role[] }) {
      const { now, viewer, userId, roles } = act;
      const accountId = viewer.account.id;
      const isTheirs = and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
      const goes = sql`${canGo(accountId, userId)} AND EXISTS (SELECT 1 FROM ${memberships}
        WHERE ${isTheirs} AND ${inArray(memberships.role, [...roles])})`;
      const isGone = sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${isTheirs})`;
      const belongsNowhere = sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${userId})`;
      const emailNormalized = sql`(SELECT ${users.emailNormalized} FROM ${users} WHERE ${users.id} = ${userId})`;
      const { people } = await db.batch({
        people: peopleOf(accountId),
        audit: viewerAuditRow(db, act, { kind: 'member_removed', subject: emailOf(userId) }, goes),
        workspace: queueOwner(accountId, now, goes),
        mail: userMailRow(
          db,
          { now, userId, where: goes },
          { template: 'removed_from_account', data: { name: users.name, accountName: viewer.account.name } },
        ),
        // A pending invitation to their address would let them back in.
        theirInvitation: db.delete(invitations).where(
          sql`${invitations.accountId} = ${accountId} AND ${invitations.emailNormalized} = ${emailNormalized}
              AND ${goes}`,
        ),
        invitations: endInvitations(accountId, userId, goes),
        membership: db.delete(memberships).where(and(isTheirs, goes)),
        sessions: db
          .delete(sessions)
          .where(and(eq(sessions.userId, userId), eq(sessions.accountId, accountId), isGone)),
        accountRows: [linkTokens, apiTokens].map((table) =>
          db.delete(table).where(and(eq(table.userId, userId), eq(table.accountId, accountId), isGone)),
        ),
        // Children first, as everywhere; then the person without an account.
        theirSessions: db.delete(sessions).where(and(eq(sessions.userId, userId), belongsNowhere)),
        theirRows: deleteUserRows(db, CHILDREN_OF_USERS, userId, belongsNowhere),
        // The answers are the account's.
        survey: db
          .update(surveyAnswers)
          .set({ userId: null })
          .where(and(eq(surveyAnswers.userId, userId), belongsNowhere)),
        person: db
          .delete(users)
          .where(and(eq(users.id, userId), isNotNull(users.confirmedAt), belongsNowhere)),
      });
      return decideMemberChange(people, { userId, role: null, reachable: roles });
    },

    ...memberInvitations(db),
  };
}
