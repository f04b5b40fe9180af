import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ConfirmationOutcome, RegistrationStore } from '#app/use-cases/registration/ports.ts';
import type { Db } from '../client.ts';
import { accounts, linkTokens, memberships, outbox, users, workspaces } from '../schema/index.ts';
import { auditRow } from './audit.ts';
import { homeAccountOf } from './session-rows.ts';

/**
 * Redeems a confirmation link. A batch cannot branch, so the first statement decides and marks the link with this
 * request's id; each later one acts only where it finds that mark. Of fifty requests at once, one finds it.
 */
export async function confirmRegistration(
  db: Db,
  { now, tokenHash, redemptionId, client }: Parameters<RegistrationStore['confirm']>[0],
): Promise<ConfirmationOutcome> {
  const isMine = sql`EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash}
    AND ${linkTokens.usedBy} = ${redemptionId})`;
  const holder = sql`(SELECT ${linkTokens.userId} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
  const isConfirmedByMe = sql`${isMine} AND EXISTS (SELECT 1 FROM ${users}
    WHERE ${users.id} = ${holder} AND ${users.confirmedAt} = ${now})`;

  const [, , , , , found] = await db.batch([
    db
      .update(linkTokens)
      .set({ usedAt: now, usedBy: redemptionId })
      .where(
        and(
          eq(linkTokens.tokenHash, tokenHash),
          eq(linkTokens.purpose, 'confirm_email'),
          isNull(linkTokens.usedAt),
          gt(linkTokens.expiresAt, now),
        ),
      ),
    // An e-mail belongs to whoever confirms it first.
    db.run(sql`UPDATE ${users} SET confirmed_at = ${now}
      WHERE ${users.id} = ${holder} AND ${users.confirmedAt} IS NULL AND ${isMine}
      AND NOT EXISTS (SELECT 1 FROM ${users} AS other
        WHERE other.email_normalized = ${users.emailNormalized} AND other.confirmed_at IS NOT NULL)`),
    db.run(sql`UPDATE ${accounts} SET trial_started_at = coalesce(trial_started_at, ${now})
      WHERE ${accounts.id} IN (SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${holder} AND ${memberships.role} = 'owner') AND ${isConfirmedByMe}`),
    db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at)
      SELECT 'msg_provision_' || ${workspaces.id}, 'workspace.tell',
        json_object('workspaceId', ${workspaces.id}), ${now}, 0, ${now}
      FROM ${workspaces} INNER JOIN ${memberships} ON ${memberships.accountId} = ${workspaces.accountId}
      WHERE ${memberships.userId} = ${holder} AND ${memberships.role} = 'owner' AND ${isConfirmedByMe}
      ON CONFLICT DO NOTHING`),
    auditRow(
      db,
      { now, accountId: homeAccountOf(holder), userId: holder, kind: 'email_confirmed', client },
      isConfirmedByMe,
    ),
    db
      .select({
        purpose: linkTokens.purpose,
        usedBy: linkTokens.usedBy,
        usedAt: linkTokens.usedAt,
        expiresAt: linkTokens.expiresAt,
        userId: users.id,
        confirmedAt: users.confirmedAt,
        accountId: memberships.accountId,
      })
      .from(linkTokens)
      .innerJoin(users, eq(users.id, linkTokens.userId))
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(eq(linkTokens.tokenHash, tokenHash)),
  ]);

  const link = found[0];
  if (link?.purpose !== 'confirm_email') return { kind: 'unknown' };
  if (link.usedBy === redemptionId) {
    return link.confirmedAt === null
      ? { kind: 'email-belongs-to-another' }
      : { kind: 'confirmed', userId: link.userId, accountId: link.accountId };
  }
  if (link.usedAt !== null) return { kind: 'used', userId: link.userId };
  return { kind: 'expired' };
}
