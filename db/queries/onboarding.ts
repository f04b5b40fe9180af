import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import type { MailMessage } from '#app/domain/mail/messages.ts';
import type { Db } from '../database.ts';
import {
  accounts,
  invitations,
  memberships,
  selectedApps,
  surveyAnswers,
  users,
  workspaces,
} from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { mailBody, outboxRow } from './outbox-row.ts';
import { queueFacts } from './queue-facts.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

export interface NewInvitation {
  id: string;
  email: string;
  emailNormalized: string;
  role: Role;
  tokenHash: string;
  mail: MailMessage;
}

/**
 * The writes of the setup's steps; each method is one round trip and idempotent. Each step's timestamp is set once: going
 * back does not undo it.
 */
export function onboardingStore(db: Db) {
  return {
    async saveSurvey(input: ViewerAct & { answer: SurveyAnswer }) {
      const { now, viewer, answer } = input;
      const accountId = viewer.account.id;
      const row = { ...answer, userId: viewer.user.id, answeredAt: now };
      await db.batch({
        // The instance runs with the registration's timezone; this message sends it a different one.
        workspace: queueFacts(db, {
          reason: 'timezone',
          now,
          where: sql`${workspaces.accountId} = ${accountId} AND EXISTS (SELECT 1 FROM ${accounts}
            WHERE ${accounts.id} = ${accountId} AND ${accounts.timezone} <> ${answer.timezone})`,
        }),
        answer: db
          .insert(surveyAnswers)
          .values({ accountId, ...row })
          .onConflictDoUpdate({ target: surveyAnswers.accountId, set: row }),
        account: db
          .update(accounts)
          .set({
            timezone: answer.timezone,
            surveyAnsweredAt: sql`coalesce(${accounts.surveyAnsweredAt}, ${now})`,
          })
          .where(eq(accounts.id, accountId)),
        audit: viewerAuditRow(db, input, { kind: 'survey_answered' }),
      });
    },

    async saveApps(input: ViewerAct & { apps: readonly string[] }) {
      const { now, viewer, apps } = input;
      const accountId = viewer.account.id;
      await db.batch({
        old: db.delete(selectedApps).where(eq(selectedApps.accountId, accountId)),
        apps: db.insert(selectedApps).values(apps.map((app) => ({ accountId, app }))),
        account: db
          .update(accounts)
          .set({ appsSelectedAt: sql`coalesce(${accounts.appsSelectedAt}, ${now})` })
          .where(eq(accounts.id, accountId)),
        audit: viewerAuditRow(db, input, { kind: 'apps_selected' }),
      });
    },

    /**
     * Writes new invitations and counts all against the throttle; beyond its limit nothing is written. One that was
     * accepted, has expired or is to another role is replaced; any other stays, and so does one whose link was replaced too often.
     *
     * @param input.roles those that the viewer can give, and so replace.
     */
    async invite(
      input: ViewerAct & {
        expiresAt: number;
        roles: readonly Role[];
        invitations: readonly NewInvitation[];
        throttleKey: string;
        throttle: ThrottleRule;
        resendKey: string;
        resendRule: ThrottleRule;
      },
    ) {
      const { now, viewer, expiresAt, roles, invitations: rows, throttleKey, throttle } = input;
      const { resendKey, resendRule } = input;
      const accountId = viewer.account.id;
      const isWithin = isWithinLimit(throttleKey, throttle);
      const keyOf = (row: NewInvitation) => `${resendKey}:${row.emailNormalized}`;
      const isAnother = (row: NewInvitation) =>
        sql`${invitations.accountId} = ${accountId} AND ${invitations.emailNormalized} = ${row.emailNormalized}
          AND coalesce(${invitations.acceptedAt}, ${invitations.expiresAt}) > ${now}
          AND ${invitations.role} <> ${row.role} AND ${invitations.role} IN ${roles}`;
      // A replaced link counts as a resend. Without one, nothing is added to the account's counter.
      const replacements = rows.map((row) => {
        const count = sql`(SELECT count(*) FROM ${invitations} WHERE ${isAnother(row)} AND ${isWithin})`;
        const key = sql`CASE ${count} WHEN 0 THEN ${throttleKey} ELSE ${keyOf(row)} END`;
        return countAttempt(db, key, resendRule, now, count);
      });
      const inserts = rows.flatMap((row) => {
        const isAllowed = sql`${isWithin} AND NOT EXISTS (SELECT 1 FROM ${memberships}
          INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
          WHERE ${memberships.accountId} = ${accountId} AND ${users.emailNormalized} = ${row.emailNormalized})`;
        // An invitation that stays as it is sends no mail: only the new row has this id.
        const isWritten = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${row.id})`;
        return [
          db.run(sql`DELETE FROM ${invitations}
            WHERE account_id = ${accountId} AND email_normalized = ${row.emailNormalized} AND ${isAllowed}
              AND (coalesce(accepted_at, expires_at) <= ${now}
                OR ${isAnother(row)} AND ${isWithinLimit(keyOf(row), resendRule)})`),
          db.run(sql`INSERT INTO ${invitations} (id, account_id, email, email_normalized, role, token_hash,
              invited_by, created_at, sent_at, expires_at)
            SELECT ${row.id}, ${accountId}, ${row.email}, ${row.emailNormalized}, ${row.role}, ${row.tokenHash},
              ${viewer.user.id}, ${now}, ${now}, ${expiresAt}
            WHERE ${isAllowed} ON CONFLICT DO NOTHING`),
          outboxRow(db, { ...mailBody(row.mail), now, where: isWritten }),
          viewerAuditRow(
            db,
            input,
            { kind: 'member_invited', subject: row.email, role: row.role },
            isWritten,
          ),
        ];
      });
      const { attempts, replaced } = await db.batch({
        attempts: countAttempt(db, throttleKey, throttle, now, rows.length),
        replaced: replacements,
        invitations: inserts,
        account: db
          .update(accounts)
          .set({ teammatesInvitedAt: sql`coalesce(${accounts.teammatesInvitedAt}, ${now})` })
          .where(and(eq(accounts.id, accountId), isWithin)),
      });
      return {
        account: readCounter(attempts, throttle),
        replaced: replaced
          .filter(([counter], index) => counter?.key === keyOf(rows[index] as NewInvitation))
          .map((counter) => readCounter(counter, resendRule)),
      };
    },

    async skipInvitations({ now, accountId }: { now: number; accountId: string }) {
      await db
        .update(accounts)
        .set({ teammatesInvitedAt: now })
        .where(and(eq(accounts.id, accountId), isNull(accounts.teammatesInvitedAt)));
    },

    async markLaunched({ now, accountId }: { now: number; accountId: string }) {
      await db
        .update(accounts)
        .set({ launchedAt: now })
        .where(and(eq(accounts.id, accountId), isNull(accounts.launchedAt)));
    },
  };
}
