import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OnboardingStore } from '#app/use-cases/onboarding/ports.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  invitations,
  memberships,
  selectedApps,
  surveyAnswers,
  throttles,
  users,
  workspaces,
} from '../schema/index.ts';
import { auditRow } from './audit.ts';
import { mailBody, outboxRow } from './outbox-row.ts';
import { tellWorkspaces } from './tell-workspaces.ts';
import { countAttempt, counted } from './throttles.ts';

/** What the set-up's steps write. Each step's instant is set once: going back does not undo it. */
export function onboardingStore(db: Db): OnboardingStore {
  return {
    async saveSurvey({ now, accountId, userId, answer }) {
      const row = { ...answer, userId, answeredAt: now };
      await db.batch({
        // The instance runs with the timezone of the registration; another one reaches it by this message.
        workspace: tellWorkspaces(db, {
          ...{ reason: 'timezone', now },
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
      });
    },

    async saveApps({ now, accountId, apps }) {
      await db.batch({
        old: db.delete(selectedApps).where(eq(selectedApps.accountId, accountId)),
        apps: db.insert(selectedApps).values(apps.map((app) => ({ accountId, app }))),
        account: db
          .update(accounts)
          .set({ appsSelectedAt: sql`coalesce(${accounts.appsSelectedAt}, ${now})` })
          .where(eq(accounts.id, accountId)),
      });
    },

    async invite({ now, viewer, client, expiresAt, invitations: rows, throttleKey, throttle }) {
      const accountId = viewer.account.id;
      const isWithinLimit = sql`EXISTS (SELECT 1 FROM ${throttles}
        WHERE ${throttles.key} = ${throttleKey} AND ${throttles.count} <= ${throttle.limit})`;
      const inserts = rows.flatMap((row) => {
        const isMember = sql`EXISTS (SELECT 1 FROM ${memberships}
          INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
          WHERE ${memberships.accountId} = ${accountId} AND ${users.emailNormalized} = ${row.emailNormalized})`;
        // An invitation that stood already sends no mail: only this row has this id.
        const isWritten = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${row.id})`;
        return [
          db.run(sql`INSERT INTO ${invitations} (id, account_id, email, email_normalized, role, token_hash,
              invited_by, created_at, sent_at, expires_at)
            SELECT ${row.id}, ${accountId}, ${row.email}, ${row.emailNormalized}, ${row.role}, ${row.tokenHash},
              ${viewer.user.id}, ${now}, ${now}, ${expiresAt}
            WHERE ${isWithinLimit} AND NOT ${isMember}
            ON CONFLICT (account_id, email_normalized) DO UPDATE SET id = excluded.id, role = excluded.role,
              token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = excluded.created_at,
              sent_at = excluded.sent_at, expires_at = excluded.expires_at
            WHERE accepted_at IS NULL AND expires_at <= ${now}`),
          outboxRow(db, { ...mailBody(row.mail), now, where: isWritten }),
          auditRow(
            db,
            {
              now,
              accountId,
              userId: viewer.user.id,
              kind: 'member_invited',
              subject: row.email,
              role: row.role,
              client,
            },
            isWritten,
          ),
        ];
      });
      const { attempts } = await db.batch({
        attempts: countAttempt(db, throttleKey, throttle, now, rows.length),
        invitations: inserts,
        account: db
          .update(accounts)
          .set({ teammatesInvitedAt: sql`coalesce(${accounts.teammatesInvitedAt}, ${now})` })
          .where(and(eq(accounts.id, accountId), isWithinLimit)),
      });
      return counted(attempts, throttle);
    },

    async skipInvitations({ now, accountId }) {
      await db
        .update(accounts)
        .set({ teammatesInvitedAt: now })
        .where(and(eq(accounts.id, accountId), isNull(accounts.teammatesInvitedAt)));
    },

    async markLaunched({ now, accountId }) {
      await db
        .update(accounts)
        .set({ launchedAt: now })
        .where(and(eq(accounts.id, accountId), isNull(accounts.launchedAt)));
    },
  };
}
