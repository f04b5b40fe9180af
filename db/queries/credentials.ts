import { and, eq, type SQL, sql } from 'drizzle-orm';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../database.ts';
import { linkTokens, memberships, sessions, users, workspaces } from '../schema/index.ts';
import type { Act, ViewerAct } from './act.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow, viewerAuditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { catchConflict } from './failures.ts';
import { type LinkOutcome, linkOutcomeOf, type Redemption, redeemLink, voidLinks } from './link-rows.ts';
import { type MailInSql, outboxRow, userMailRow } from './outbox-row.ts';
import { queueFacts } from './queue-facts.ts';
import { findSession, isSessionOpen } from './session-rows.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

/** Changes of a signed-in person's own password and e-mail; each method is one round trip. */
export function credentialStore(db: Db) {
  return {
    /** Counts an attempt at the current password. */
    async attempt({ now, userId, throttle }: { now: number; userId: string; throttle: Throttle }) {
      const { attempts, found } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        found: db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
      });
      return { ...readCounter(attempts, throttle.rule), passwordHash: found[0]?.passwordHash ?? null };
    },

    async recordRefusal(act: ViewerAct) {
      await viewerAuditRow(db, act, { kind: 'password_refused' });
    },

    /**
     * Sets the password, replaces the current session's token, and ends the other sessions and every earlier link. The new token
     * marks the change as this request's: of two requests of one session, the first finds it.
     * @returns whether the session was still open; without it nothing is written.
     */
    async changePassword(input: ViewerAct & { passwordHash: string; sessionTokenHash: string }) {
      const { now, viewer, passwordHash, sessionTokenHash } = input;
      const { id: userId } = viewer.user;
      const isMine = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${sessionTokenHash})`;
      const mailRow = { now, userId, where: isMine };
      const { session } = await db.batch({
        session: db
          .update(sessions)
          .set({ tokenHash: sessionTokenHash })
          .where(and(eq(sessions.tokenHash, viewer.session.tokenHash), eq(sessions.userId, userId)))
          .returning({ id: sessions.id }),
        person: db
          .update(users)
          .set({ passwordHash })
          .where(and(eq(users.id, userId), isMine)),
        ...endSessions(db, {
          now,
          where: sql`${sessions.userId} = ${userId} AND ${sessions.tokenHash} <> ${sessionTokenHash} AND ${isMine}`,
        }),
        links: voidLinks(db, userId, now, isMine),
        tokens: revokeTokens(db, userId, isMine),
        mail: userMailRow(db, mailRow, { template: 'password_changed', data: { name: users.name } }),
        audit: viewerAuditRow(db, input, { kind: 'password_changed' }, isMine),
      });
      return session.length > 0;
    },

    /**
     * Writes the link that proves the new address, and informs the old one. An address that another person confirmed gets a
     * mail that says so, and no link. The link of an earlier request stops working: its address may have been mistyped, and be a
     * stranger's.
     * @returns the counter of such requests, and whether the session was still open; beyond the limit, or without the session,
     *   nothing is written.
     */
    async requestEmailChange(
      input: ViewerAct & {
        email: string;
        emailNormalized: string;
        token: string;
        tokenHash: string;
        expiresAt: number;
        throttle: Throttle;
      },
    ) {
      const { now, viewer, email, emailNormalized, token, tokenHash, throttle } = input;
      const { id: userId, name } = viewer.user;
      const isAllowed = sql`(${isWithinLimit(throttle)} AND ${isSessionOpen(viewer)})`;
      const isOwned = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailNormalized} = ${emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL)`;
      const isFree = sql`${isAllowed} AND NOT ${isOwned}`;
      const cause = mailCause('user', userId);
      const toNew = (payload: MailInSql, where: SQL) =>
        outboxRow(db, { kind: 'mail', payload, now, where, cause });
      const { attempts, session } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        earlier: voidLinks(db, userId, now, sql`${linkTokens.purpose} = 'change_email' AND ${isAllowed}`),
        link: db.run(sql`INSERT INTO ${linkTokens}
            (token_hash, purpose, user_id, email, email_normalized, created_at, expires_at)
          SELECT ${tokenHash}, 'change_email', ${userId}, ${email}, ${emailNormalized}, ${now}, ${input.expiresAt}
          WHERE ${isFree}`),
        confirmMail: toNew({ template: 'confirm_new_email', to: email, data: { token } }, isFree),
        // Informs the address's owner; the person who requested the change sees no difference.
        alreadyUsedMail: toNew(
          { template: 'email_already_used', to: email, data: {} },
          sql`${isAllowed} AND ${isOwned}`,
        ),
        oldAddressMail: userMailRow(
          db,
          { now, userId, where: isAllowed },
          { template: 'email_change_requested', data: { name, newEmail: email } },
        ),
        audit: viewerAuditRow(db, input, { kind: 'email_change_requested', subject: email }, isAllowed),
        session: findSession(db, viewer.session.tokenHash),
      });
      return { ...readCounter(attempts, throttle.rule), isSessionOpen: session.length > 0 };
    },

    /** Makes the proven address the person's, and informs the old address and the workspaces that they own. */
    async changeEmail(input: Act & Redemption): Promise<LinkOutcome | 'email-belongs-to-another'> {
      const { now, tokenHash, client } = input;
      const { redeem, redemptionId, isMine, userId, outcome } = redeemLink(db, 'change_email', input);
      const mailRow = { now, userId, where: isMine };
      const newEmail = (column: SQL) =>
        sql<string>`(SELECT ${column} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const email = newEmail(sql`${linkTokens.email}`);
      const emailNormalized = newEmail(sql`${linkTokens.emailNormalized}`);
      const owned = sql`(SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${userId} AND ${memberships.role} = 'owner')`;
      const changed = { kind: 'email_changed', subject: email } as const;
      const write = async () => {
        const { link } = await db.batch({
          redeem,
          // To the old address, so before the update replaces it.
          mail: userMailRow(db, mailRow, {
            template: 'email_changed',
            data: { name: users.name, newEmail: email },
          }),
          // A teammate's user name is their e-mail. SET reads the row from before the update.
          person: db.run(sql`UPDATE ${users} SET
              username = CASE WHEN username = email_normalized THEN ${emailNormalized} ELSE username END,
              email = ${email}, email_normalized = ${emailNormalized}
            WHERE ${users.id} = ${userId} AND ${isMine}`),
          // A workspace knows its owner's e-mail.
          workspace: queueFacts(db, {
            reason: 'email',
            now,
            where: sql`${workspaces.accountId} IN ${owned} AND ${isMine}`,
          }),
          audit: auditRow(db, { now, client, userId, ...changed }, isMine),
          // Links sent to the old address stop working.
          links: voidLinks(db, userId, now, isMine),
          tokens: revokeTokens(db, userId, isMine),
          link: outcome,
        });
        return linkOutcomeOf(link, redemptionId, now);
      };
      // Another person may have confirmed that address meanwhile.
      return catchConflict(write, 'email-belongs-to-another' as const);
    },
  };
}
