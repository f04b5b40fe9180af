import { eq, type SQL, sql } from 'drizzle-orm';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { CredentialStore } from '#app/use-cases/recovery/ports.ts';
import type { Db } from '../client.ts';
import { linkTokens, memberships, outbox, sessions, throttles, users, workspaces } from '../schema/index.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions, isOtherSession } from './ended-sessions.ts';
import { isUniqueViolation } from './failures.ts';
import { mailFrom, outcomeOf, redeemLink, voidLinks } from './link-rows.ts';
import { homeAccountOf } from './session-rows.ts';
import { countAttempt, counted } from './throttles.ts';

/** What a signed-in person changes about their own way in. */
export function credentialStore(db: Db): CredentialStore {
  /** Takes a right password off the counter again. */
  const forgive = (key: string) =>
    db
      .update(throttles)
      .set({ count: sql`max(${throttles.count} - 1, 0)` })
      .where(eq(throttles.key, key));
  const mailTo = (user: SQL, id: string, template: string, data: SQL, now: number, condition: SQL) =>
    mailFrom(
      db,
      id,
      sql`json_object('template', ${template}, 'to', ${users.email}, 'data', ${data})`,
      sql`FROM ${users} WHERE ${users.id} = ${user} AND ${condition}`,
      now,
    );

  return {
    async attempt({ now, userId, key, rule }) {
      const [attempts, found] = await db.batch([
        countAttempt(db, key, rule, now),
        db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
      ]);
      return { ...counted(attempts, rule), passwordHash: found[0]?.passwordHash ?? null };
    },

    async recordRefusal({ now, viewer, client }) {
      await auditRow(db, { ...by(viewer), now, kind: 'password_refused', client });
    },

    async changePassword({ now, viewer, passwordHash, sessionTokenHash, forgiveKey, mailId, client }) {
      const { id: userId } = viewer.user;
      await db.batch([
        db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
        ...endSessions(db, { now, where: isOtherSession(viewer) }),
        db
          .update(sessions)
          .set({ tokenHash: sessionTokenHash })
          .where(eq(sessions.tokenHash, viewer.session.tokenHash)),
        voidLinks(db, userId, now),
        revokeTokens(db, userId),
        forgive(forgiveKey),
        mailTo(
          sql`${userId}`,
          mailId,
          'password_changed',
          sql`json_object('name', ${users.name})`,
          now,
          sql`TRUE`,
        ),
        auditRow(db, { ...by(viewer), now, kind: 'password_changed', client }),
      ]);
    },

    async requestEmailChange(input) {
      const { now, viewer, email, emailNormalized, token, tokenHash, mailIds, key, rule, client } = input;
      const { id: userId, name } = viewer.user;
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key})
        <= ${rule.limit}`;
      const isOwned = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailNormalized} = ${emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL)`;
      const toNew = (template: string, data: SQL, condition: SQL) =>
        db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at, cause)
          SELECT ${mailIds.toNew}, 'mail', json_object('template', ${template}, 'to', ${email}, 'data', ${data}),
            ${now}, 0, ${now}, ${mailCause('user', userId)} WHERE ${condition}`);
      const [attempts] = await db.batch([
        countAttempt(db, key, rule, now),
        forgive(input.forgiveKey),
        db.run(sql`INSERT INTO ${linkTokens}
            (token_hash, purpose, user_id, email, email_normalized, created_at, expires_at)
          SELECT ${tokenHash}, 'change_email', ${userId}, ${email}, ${emailNormalized}, ${now}, ${input.expiresAt}
          WHERE ${isWithin} AND NOT ${isOwned}`),
        toNew('confirm_new_email', sql`json_object('token', ${token})`, sql`${isWithin} AND NOT ${isOwned}`),
        // Its owner is told; whoever asked sees no difference.
        toNew('email_already_used', sql`json_object()`, sql`${isWithin} AND ${isOwned}`),
        mailTo(
          sql`${userId}`,
          mailIds.toOld,
          'email_change_requested',
          sql`json_object('name', ${name}, 'newEmail', ${email})`,
          now,
          isWithin,
        ),
        auditRow(
          db,
          { ...by(viewer), now, kind: 'email_change_requested', subject: email, client },
          isWithin,
        ),
      ]);
      return counted(attempts, rule);
    },

    async changeEmail(input) {
      const { now, tokenHash, redemptionId, mailId, client } = input;
      const { redeem, isMine, userId, outcome } = redeemLink(db, 'change_email', input);
      const newEmail = (column: SQL) =>
        sql`(SELECT ${column} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const email = newEmail(sql`${linkTokens.email}`);
      const emailNormalized = newEmail(sql`${linkTokens.emailNormalized}`);
      const owned = sql`(SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${userId} AND ${memberships.role} = 'owner')`;
      try {
        const found = (
          await db.batch([
            redeem,
            // To the old address, so before it is replaced.
            mailTo(
              userId,
              mailId,
              'email_changed',
              sql`json_object('name', ${users.name}, 'newEmail', ${email})`,
              now,
              isMine,
            ),
            // A teammate's user name is their e-mail. SET reads the row as it was.
            db.run(sql`UPDATE ${users} SET
                username = CASE WHEN username = email_normalized THEN ${emailNormalized} ELSE username END,
                email = ${email}, email_normalized = ${emailNormalized}
              WHERE ${users.id} = ${userId} AND ${isMine}`),
            // A workspace knows its owner's e-mail.
            db.run(sql`UPDATE ${workspaces} SET revision = revision + 1
              WHERE ${workspaces.accountId} IN ${owned} AND ${isMine}`),
            db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at)
              SELECT 'msg_email_' || ${workspaces.id} || '_' || ${now}, 'workspace.tell',
                json_object('workspaceId', ${workspaces.id}), ${now}, 0, ${now}
              FROM ${workspaces} WHERE ${workspaces.accountId} IN ${owned} AND ${isMine}
              ON CONFLICT DO NOTHING`),
            auditRow(
              db,
              {
                now,
                userId,
                accountId: homeAccountOf(userId),
                kind: 'email_changed',
                subject: email,
                client,
              },
              isMine,
            ),
            // What was sent to the old address gets nobody in any more.
            voidLinks(db, userId, now, isMine),
            revokeTokens(db, userId, isMine),
            outcome,
          ])
        )[8];
        return outcomeOf(found, redemptionId, now);
      } catch (error) {
        // Somebody else confirmed that address since: nothing of the batch was kept.
        if (isUniqueViolation(error)) return 'email-belongs-to-another';
        throw error;
      }
    },
  };
}

function by(viewer: Viewer) {
  return { userId: viewer.user.id, accountId: viewer.account.id };
}
