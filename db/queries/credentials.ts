import { eq, type SQL, sql } from 'drizzle-orm';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Db } from '../client.ts';
import { linkTokens, memberships, sessions, throttles, users, workspaces } from '../schema/index.ts';
import type { Act, ViewerAct } from './act.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions, isOtherSession } from './ended-sessions.ts';
import { isUniqueViolation } from './failures.ts';
import { type LinkOutcome, outcomeOf, redeemLink, voidLinks } from './link-rows.ts';
import { type MailInSql, outboxRow } from './outbox-row.ts';
import { homeAccountOf } from './session-rows.ts';
import { tellWorkspaces } from './tell-workspaces.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';

/** What a signed-in person changes about their own way in; each method is one round trip. */
export function credentialStore(db: Db) {
  /** Takes a right password off the counter again. */
  const forgive = (key: string) =>
    db
      .update(throttles)
      .set({ count: sql`max(${throttles.count} - 1, 0)` })
      .where(eq(throttles.key, key));
  const mailTo = (user: string | SQL, id: string, payload: MailInSql, now: number, condition: SQL) =>
    outboxRow(db, {
      ...{ id, kind: 'mail', payload, now },
      from: sql`${users}`,
      where: sql`${users.id} = ${user} AND ${condition}`,
    });

  return {
    /** Counts an attempt at the present password. */
    async attempt(input: {
      now: number;
      userId: string;
      key: string;
      rule: ThrottleRule;
    }): Promise<Counted & { passwordHash: string | null }> {
      const { now, userId, key, rule } = input;
      const { attempts, found } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        found: db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
      });
      return { ...counted(attempts, rule), passwordHash: found[0]?.passwordHash ?? null };
    },

    async recordRefusal({ now, viewer, client }: ViewerAct) {
      await auditRow(db, { ...by(viewer), now, kind: 'password_refused', client });
    },

    /** Sets the password, gives the present session a new token, and ends the others and every link sent before. */
    async changePassword(
      input: ViewerAct & {
        passwordHash: string;
        sessionTokenHash: string;
        forgiveKey: string;
        mailId: string;
      },
    ) {
      const { now, viewer, passwordHash, sessionTokenHash, forgiveKey, mailId, client } = input;
      const { id: userId } = viewer.user;
      await db.batch({
        person: db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
        ...endSessions(db, { now, where: isOtherSession(viewer) }),
        session: db
          .update(sessions)
          .set({ tokenHash: sessionTokenHash })
          .where(eq(sessions.tokenHash, viewer.session.tokenHash)),
        links: voidLinks(db, userId, now),
        tokens: revokeTokens(db, userId),
        forgiven: forgive(forgiveKey),
        mail: mailTo(
          userId,
          mailId,
          { template: 'password_changed', to: users.email, data: { name: users.name } },
          now,
          sql`TRUE`,
        ),
        audit: auditRow(db, { ...by(viewer), now, kind: 'password_changed', client }),
      });
    },

    /**
     * Writes the link that proves the new address, and tells the old one. An address that is somebody's gets a mail that
     * says so, and no link. @returns the counter of such requests; past its limit nothing is written.
     */
    async requestEmailChange(
      input: ViewerAct & {
        email: string;
        emailNormalized: string;
        token: string;
        tokenHash: string;
        expiresAt: number;
        mailIds: { toNew: string; toOld: string };
        forgiveKey: string;
        key: string;
        rule: ThrottleRule;
      },
    ): Promise<Counted> {
      const { now, viewer, email, emailNormalized, token, tokenHash, mailIds, key, rule, client } = input;
      const { id: userId, name } = viewer.user;
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key})
        <= ${rule.limit}`;
      const isOwned = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailNormalized} = ${emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL)`;
      const toNew = (payload: MailInSql, where: SQL) =>
        outboxRow(db, {
          ...{ id: mailIds.toNew, kind: 'mail', payload, now, where },
          cause: mailCause('user', userId),
        });
      const { attempts } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        forgiven: forgive(input.forgiveKey),
        link: db.run(sql`INSERT INTO ${linkTokens}
            (token_hash, purpose, user_id, email, email_normalized, created_at, expires_at)
          SELECT ${tokenHash}, 'change_email', ${userId}, ${email}, ${emailNormalized}, ${now}, ${input.expiresAt}
          WHERE ${isWithin} AND NOT ${isOwned}`),
        confirmMail: toNew(
          { template: 'confirm_new_email', to: email, data: { token } },
          sql`${isWithin} AND NOT ${isOwned}`,
        ),
        // Its owner is told; the person who asked sees no difference.
        alreadyUsedMail: toNew(
          { template: 'email_already_used', to: email, data: {} },
          sql`${isWithin} AND ${isOwned}`,
        ),
        oldAddressMail: mailTo(
          userId,
          mailIds.toOld,
          { template: 'email_change_requested', to: users.email, data: { name, newEmail: email } },
          now,
          isWithin,
        ),
        audit: auditRow(
          db,
          { ...by(viewer), now, kind: 'email_change_requested', subject: email, client },
          isWithin,
        ),
      });
      return counted(attempts, rule);
    },

    /** Makes the proven address the person's, tells the old one and the workspaces they own. */
    async changeEmail(
      input: Act & { tokenHash: string; redemptionId: string; mailId: string },
    ): Promise<LinkOutcome | 'email-belongs-to-another'> {
      const { now, tokenHash, redemptionId, mailId, client } = input;
      const { redeem, isMine, userId, outcome } = redeemLink(db, 'change_email', input);
      const newEmail = (column: SQL) =>
        sql<string>`(SELECT ${column} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const email = newEmail(sql`${linkTokens.email}`);
      const emailNormalized = newEmail(sql`${linkTokens.emailNormalized}`);
      const owned = sql`(SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${userId} AND ${memberships.role} = 'owner')`;
      try {
        const { link } = await db.batch({
          redeem,
          // To the old address, so before it is replaced.
          mail: mailTo(
            userId,
            mailId,
            { template: 'email_changed', to: users.email, data: { name: users.name, newEmail: email } },
            now,
            isMine,
          ),
          // A teammate's user name is their e-mail. SET reads the row as it was.
          person: db.run(sql`UPDATE ${users} SET
              username = CASE WHEN username = email_normalized THEN ${emailNormalized} ELSE username END,
              email = ${email}, email_normalized = ${emailNormalized}
            WHERE ${users.id} = ${userId} AND ${isMine}`),
          // A workspace knows its owner's e-mail.
          workspace: tellWorkspaces(db, {
            ...{ reason: 'email', now },
            where: sql`${workspaces.accountId} IN ${owned} AND ${isMine}`,
          }),
          audit: auditRow(
            db,
            { now, userId, accountId: homeAccountOf(userId), kind: 'email_changed', subject: email, client },
            isMine,
          ),
          // What was sent to the old address gets nobody in any more.
          links: voidLinks(db, userId, now, isMine),
          tokens: revokeTokens(db, userId, isMine),
          link: outcome,
        });
        return outcomeOf(link, redemptionId, now);
      } catch (error) {
        // Somebody else confirmed that address since: nothing of the batch was kept.
        if (isUniqueViolation(error)) return 'email-belongs-to-another';
        throw error;
      }
    },
  };
}

export type CredentialStore = ReturnType<typeof credentialStore>;

function by(viewer: Viewer) {
  return { userId: viewer.user.id, accountId: viewer.account.id };
}
