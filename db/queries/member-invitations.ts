import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../client.ts';
import { invitations, throttles } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { auditRow } from './audit.ts';
import { outboxRow } from './outbox-row.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';

/** Pending invitations, as the people who manage an account's members see them. */
export function memberInvitations(db: Db) {
  return {
    /** Replaces a pending invitation's link and mails it. @returns the counter, and its role; null for no such one. */
    async resendInvitation(
      act: ViewerAct & {
        invitationId: string;
        roles: readonly Role[];
        token: string;
        tokenHash: string;
        expiresAt: number;
        mailId: string;
        key: string;
        rule: ThrottleRule;
      },
    ): Promise<Counted & { role: Role | null }> {
      const { now, viewer, client, invitationId, token, tokenHash, expiresAt, mailId, key, rule } = act;
      const invitedBy = viewer.user.id;
      const isPending = and(
        eq(invitations.id, invitationId),
        eq(invitations.accountId, viewer.account.id),
        isNull(invitations.acceptedAt),
      );
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key})
        <= ${rule.limit}`;
      const isRenewed = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.tokenHash} = ${tokenHash})`;
      const of = (column: SQL) =>
        sql`(SELECT ${column} FROM ${invitations} WHERE ${invitations.id} = ${invitationId})`;
      const { attempts, found } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        invitation: db
          .update(invitations)
          .set({ tokenHash, expiresAt, sentAt: now, invitedBy })
          .where(and(isPending, isWithin, inArray(invitations.role, [...act.roles]))),
        mail: outboxRow(db, {
          ...{ id: mailId, kind: 'mail', now, cause: mailCause('account', viewer.account.id) },
          payload: {
            template: 'invitation',
            to: invitations.email,
            data: {
              inviterEmail: viewer.user.email,
              accountName: viewer.account.name,
              role: invitations.role,
              token,
            },
          },
          from: sql`${invitations}`,
          where: sql`${invitations.tokenHash} = ${tokenHash}`,
        }),
        audit: auditRow(
          db,
          {
            now,
            accountId: viewer.account.id,
            userId: viewer.user.id,
            kind: 'invitation_resent',
            subject: of(sql`${invitations.email}`),
            role: of(sql`${invitations.role}`),
            client,
          },
          isRenewed,
        ),
        found: db.select({ role: invitations.role }).from(invitations).where(isPending),
      });
      return { ...counted(attempts, rule), role: found[0]?.role ?? null };
    },

    /** @returns the invitation's role, which is revoked when it is one of `roles`; null for no such pending one. */
    async revokeInvitation(
      act: ViewerAct & { invitationId: string; roles: readonly Role[] },
    ): Promise<Role | null> {
      const { now, viewer, client, invitationId, roles } = act;
      const isPending = and(
        eq(invitations.id, invitationId),
        eq(invitations.accountId, viewer.account.id),
        isNull(invitations.acceptedAt),
      );
      const isTheirs = and(isPending, inArray(invitations.role, [...roles]));
      const { found } = await db.batch({
        found: db.select({ role: invitations.role }).from(invitations).where(isPending),
        audit: auditRow(
          db,
          {
            now,
            accountId: viewer.account.id,
            userId: viewer.user.id,
            kind: 'invitation_revoked',
            subject: sql`(SELECT ${invitations.email} FROM ${invitations} WHERE ${invitations.id} = ${invitationId})`,
            client,
          },
          sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${isTheirs})`,
        ),
        invitation: db.delete(invitations).where(isTheirs),
      });
      return found[0]?.role ?? null;
    },
  };
}
