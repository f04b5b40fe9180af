import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
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
     * Writes new invitations and counts all against the throttle; beyond its limit nothing is written. A pending one gets
     * the new role, and no second mail. One that was accepted or expired is replaced.
     *
     * @param input.roles those that the viewer can give: a pending invitation to another role keeps it.
     */
    async invite(
      input: ViewerAct & {
        expiresAt: number;
        roles: readonly Role[];
        invitations: readonly NewInvitation[];
        throttleKey: string;
        throttle: ThrottleRule;
      },
    ) {
      const { now, viewer, expiresAt, roles, invitations: rows, throttleKey, throttle } = input;
      const accountId = viewer.account.id;
      const isWithin = isWithinLimit(throttleKey, throttle);
      const inserts = rows.flatMap((row) => {
        const isMember = sql`EXISTS (SELECT 1 FROM ${memberships}
          INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
          WHERE ${memberships.accountId} = ${accountId} AND ${users.emailNormalized} = ${row.emailNormalized})`;
        const isPending = sql`${invitations.accountId} = ${accountId}
          AND ${invitations.emailNormalized} = ${row.emailNormalized}
          AND ${invitations.acceptedAt} IS NULL AND ${invitations.expiresAt} > ${now}`;
        const isChanged = and(ne(invitations.role, row.role), inArray(invitations.role, [...roles]));
        // An existing invitation sends no mail: only the new row has this id.
        const isWritten = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${row.id})`;
        return [
          // Before the changes that it compares with.
          viewerAuditRow(
            db,
            input,
            { kind: 'member_invited', subject: row.email, role: row.role },
            sql`${isWithin} AND NOT ${isMember}
              AND NOT EXISTS (SELECT 1 FROM ${invitations} WHERE ${isPending} AND NOT (${isChanged}))`,
          ),
          db
            .update(invitations)
            .set({ role: row.role, invitedBy: viewer.user.id })
            .where(sql`${isWithin} AND NOT ${isMember} AND ${isPending} AND ${isChanged}`),
          db.run(sql`INSERT INTO ${invitations} (id, account_id, email, email_normalized, role, token_hash,
              invited_by, created_at, sent_at, expires_at)
            SELECT ${row.id}, ${accountId}, ${row.email}, ${row.emailNormalized}, ${row.role}, ${row.tokenHash},
              ${viewer.user.id}, ${now}, ${now}, ${expiresAt}
            WHERE ${isWithin} AND NOT ${isMember}
            ON CONFLICT (account_id, email_normalized) DO UPDATE SET id = excluded.id, email = excluded.email,
              role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
              created_at = excluded.created_at, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
              accepted_at = NULL, accepted_by = NULL
            WHERE accepted_at IS NOT NULL OR expires_at <= ${now}`),
          outboxRow(db, { ...mailBody(row.mail), now, where: isWritten }),
        ];
      });
      const { attempts } = await db.batch({
        attempts: countAttempt(db, throttleKey, throttle, now, rows.length),
        invitations: inserts,
        account: db
          .update(accounts)
          .set({ teammatesInvitedAt: sql`coalesce(${accounts.teammatesInvitedAt}, ${now})` })
          .where(and(eq(accounts.id, accountId), isWithin)),
      });
      return readCounter(attempts, throttle);
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
