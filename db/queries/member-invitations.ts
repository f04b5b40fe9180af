import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { mailCause, unsolicitedMail } from '#app/domain/access/mail-limits.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { invitations } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { isWithinMailLimit } from './outbox.ts';
import { outboxRow } from './outbox-row.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

/** Above every limit of an account's invitations to an inbox. */
const NO_FURTHER = 1_000;

/**
 * An invitation's new link replaces the one in its earlier mail. Where other accounts use up the inbox's limit the new mail
 * would be dropped, so the account gets no further mail there for its hour, and the earlier link stays.
 * @returns what a replacement adds to the account's counter of the inbox.
 */
export function countReplacement(mail: { limitKey: string; cause: string }, now: number): SQL {
  return sql`iif(${isWithinMailLimit({ ...mail, limit: unsolicitedMail }, now)}, 1, ${NO_FURTHER})`;
}

/** Pending invitations, for the people who manage an account's members. */
export function memberInvitations(db: Db) {
  const isPending = (viewer: Viewer, invitationId: string) =>
    and(
      eq(invitations.id, invitationId),
      eq(invitations.accountId, viewer.account.id),
      isNull(invitations.acceptedAt),
    );
  const find = (viewer: Viewer, invitationId: string) =>
    db
      .select(pick(invitations, 'role', 'email'))
      .from(invitations)
      .where(isPending(viewer, invitationId));

  return {
    /** @returns the address of a pending invitation; null if it is unknown. */
    async findInvitationEmail(viewer: Viewer, invitationId: string) {
      return (await find(viewer, invitationId))[0]?.email ?? null;
    },

    /**
     * Replaces a pending invitation's link and mails it, within both limits.
     * @returns the counters of the account and of the inbox, and the invitation's role; null if it is unknown.
     */
    async resendInvitation(
      act: ViewerAct & {
        invitationId: string;
        roles: readonly Role[];
        token: string;
        tokenHash: string;
        expiresAt: number;
        perAccount: Throttle;
        perInbox: Throttle;
        inboxLimitKey: string;
      },
    ) {
      const { now, viewer, invitationId, token, tokenHash, expiresAt, perAccount, perInbox } = act;
      const { user, account } = viewer;
      const isRenewed = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.tokenHash} = ${tokenHash})`;
      const of = (column: SQL) =>
        sql`(SELECT ${column} FROM ${invitations} WHERE ${invitations.id} = ${invitationId})`;
      const resent = {
        kind: 'invitation_resent',
        subject: of(sql`${invitations.email}`),
        role: of(sql`${invitations.role}`),
      } as const;
      const canResend = sql`${isPending(viewer, invitationId)} AND ${inArray(invitations.role, [...act.roles])}
        AND ${isWithinLimit(perAccount)}`;
      const cause = mailCause('account', account.id);
      const mails = sql`(SELECT count(*) FROM ${invitations} WHERE ${canResend})
        * ${countReplacement({ cause, limitKey: act.inboxLimitKey }, now)}`;
      const { attempts, inbox, found } = await db.batch({
        attempts: countAttempt(db, perAccount, now),
        inbox: countAttempt(db, perInbox, now, mails),
        invitation: db
          .update(invitations)
          .set({ tokenHash, expiresAt, sentAt: now, invitedBy: user.id })
          .where(sql`${canResend} AND ${isWithinLimit(perInbox)}`),
        mail: outboxRow(db, {
          kind: 'mail',
          now,
          cause,
          payload: {
            template: 'invitation',
            to: invitations.email,
            data: { inviterEmail: user.email, accountName: account.name, role: invitations.role, token },
          },
          from: sql`${invitations}`,
          where: sql`${invitations.tokenHash} = ${tokenHash}`,
        }),
        audit: viewerAuditRow(db, act, resent, isRenewed),
        found: find(viewer, invitationId),
      });
      return {
        account: readCounter(attempts, perAccount.rule),
        inbox: readCounter(inbox, perInbox.rule),
        role: found[0]?.role ?? null,
      };
    },

    /** Revokes an invitation to one of `roles`. @returns the invitation's role; null if it is unknown. */
    async revokeInvitation(act: ViewerAct & { invitationId: string; roles: readonly Role[] }) {
      const { viewer, invitationId, roles } = act;
      const isTheirs = and(isPending(viewer, invitationId), inArray(invitations.role, [...roles]));
      const email = sql`(SELECT ${invitations.email} FROM ${invitations} WHERE ${invitations.id} = ${invitationId})`;
      const exists = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${isTheirs})`;
      const { found } = await db.batch({
        found: find(viewer, invitationId),
        audit: viewerAuditRow(db, act, { kind: 'invitation_revoked', subject: email }, exists),
        invitation: db.delete(invitations).where(isTheirs),
      });
      return found[0]?.role ?? null;
    },
  };
}
