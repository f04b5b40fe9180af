import { and, eq, isNull, sql } from 'drizzle-orm';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Throttle, ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
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
import { countReplacement } from './member-invitations.ts';
import { outboxRow } from './outbox-row.ts';
import { queueFacts } from './queue-facts.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

export interface NewInvitation {
  id: string;
  email: string;
  emailNormalized: string;
  role: Role;
  /** The counter of its inbox. */
  inboxKey: string;
  /** The key of the limit of its mails, by all accounts. */
  inboxLimitKey: string;
  token: string;
  tokenHash: string;
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
     * accepted, has expired or is to another role is replaced; any other stays. Beyond the limit of an inbox nothing changes there.
     * @param input.roles those that the viewer can give, and so replace.
     * @returns the counters of the account, and of the inbox of each invitation that is written or beyond its inbox's limit.
     */
    async invite(
      input: ViewerAct & {
        expiresAt: number;
        roles: readonly Role[];
        invitations: readonly NewInvitation[];
        throttle: Throttle;
        inboxRule: ThrottleRule;
      },
    ) {
      const { now, viewer, expiresAt, roles, invitations: rows, throttle, inboxRule } = input;
      const accountId = viewer.account.id;
      const cause = mailCause('account', accountId);
      const isWithin = isWithinLimit(throttle);
      const statements = rows.flatMap((row) => {
        const isSame = sql`account_id = ${accountId} AND email_normalized = ${row.emailNormalized}`;
        const isReplaced = sql`(coalesce(accepted_at, expires_at) <= ${now}
          OR role <> ${row.role} AND role IN ${roles})`;
        const isAllowed = sql`${isWithin} AND NOT EXISTS (SELECT 1 FROM ${memberships}
            INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
            WHERE ${memberships.accountId} = ${accountId} AND ${users.emailNormalized} = ${row.emailNormalized})
          AND NOT EXISTS (SELECT 1 FROM ${invitations} WHERE ${isSame} AND NOT ${isReplaced})`;
        const inbox = { key: row.inboxKey, rule: inboxRule };
        // A link that still works.
        const isReplacing = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${isSame}
          AND coalesce(accepted_at, expires_at) > ${now})`;
        const replacement = countReplacement({ cause, limitKey: row.inboxLimitKey }, now);
        const isMailed = sql`${isAllowed} AND ${isWithinLimit(inbox)}`;
        const isWritten = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${row.id})`;
        return [
          // Without a mail, nothing is added to the account's counter.
          countAttempt(
            db,
            { ...inbox, key: sql`CASE WHEN ${isAllowed} THEN ${inbox.key} ELSE ${throttle.key} END` },
            now,
            sql`iif(${isAllowed}, iif(${isReplacing}, ${replacement}, 1), 0)`,
          ),
          db.run(sql`DELETE FROM ${invitations} WHERE ${isSame} AND ${isMailed}`),
          db.run(sql`INSERT INTO ${invitations} (id, account_id, email, email_normalized, role, token_hash,
              invited_by, created_at, sent_at, expires_at)
            SELECT ${row.id}, ${accountId}, ${row.email}, ${row.emailNormalized}, ${row.role}, ${row.tokenHash},
              ${viewer.user.id}, ${now}, ${now}, ${expiresAt}
            WHERE ${isMailed}`),
          outboxRow(db, {
            kind: 'mail',
            payload: {
              template: 'invitation',
              to: row.email,
              data: {
                inviterEmail: viewer.user.email,
                accountName: viewer.account.name,
                role: row.role,
                token: row.token,
              },
            },
            cause,
            now,
            where: isWritten,
          }),
          viewerAuditRow(
            db,
            input,
            { kind: 'member_invited', subject: row.email, role: row.role },
            isWritten,
          ),
        ];
      });
      const { attempts, written } = await db.batch({
        attempts: countAttempt(db, throttle, now, rows.length),
        // Each row after the one before it: two addresses can have one inbox.
        written: statements,
        account: db
          .update(accounts)
          .set({ teammatesInvitedAt: sql`coalesce(${accounts.teammatesInvitedAt}, ${now})` })
          .where(and(eq(accounts.id, accountId), isWithin)),
      });
      const counters = written.flatMap((result) => (Array.isArray(result) ? result : []));
      return {
        account: readCounter(attempts, throttle.rule),
        inboxes: counters
          .filter(({ key }) => key !== throttle.key)
          .map((counter) => readCounter([counter], inboxRule)),
      };
    },

    /** Sets the timestamp of a step that writes nothing else. */
    async finishStep(step: 'teammatesInvitedAt' | 'launchedAt', accountId: string, now: number) {
      await db
        .update(accounts)
        .set({ [step]: now })
        .where(and(eq(accounts.id, accountId), isNull(accounts[step])));
    },
  };
}
