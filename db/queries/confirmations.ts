import { and, eq, type SQL, sql } from 'drizzle-orm';
import type {
  ConfirmationOutcome,
  Confirmer,
  PendingPerson,
  RefusedConfirmation,
} from '#app/domain/account/confirmation.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import {
  accounts,
  knownDevices,
  linkTokens,
  memberships,
  sessions,
  users,
  workspaces,
} from '../schema/index.ts';
import type { Act } from './act.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { homeAccountOf } from './home-account.ts';
import { countLinkAttempt, type LinkAttempt, type Redemption, redeemLink, voidLinks } from './link-rows.ts';
import { outboxRow } from './outbox-row.ts';
import { signInRows } from './session-rows.ts';
import { readCounter } from './throttles.ts';

type Confirmation = Act & Redemption & { by: Confirmer };

/** Another person confirmed the same e-mail. */
const isOwned = sql`EXISTS (SELECT 1 FROM ${users} AS other
  WHERE other.email_normalized = ${users.emailNormalized} AND other.confirmed_at IS NOT NULL
    AND other.id <> ${users.id})`;

/** The registration itself opened this session: it wrote the same timestamp to the person and to the session. */
const isRegistering = (sessionTokenHash: string | null) => sql`EXISTS (SELECT 1 FROM ${sessions}
  WHERE ${sessions.tokenHash} = ${sessionTokenHash ?? ''} AND ${sessions.userId} = ${users.id}
    AND ${sessions.createdAt} = ${users.createdAt})`;

/** Confirmation links, as `registrationStore` offers them. */
export function confirmationStore(db: Db) {
  return {
    /** Redeems a link and, with it, starts the account's workspace and trial. */
    confirm: (input: Confirmation) => confirm(db, input),

    /**
     * @returns the person that a working link confirms, and whether `sessionTokenHash` is the session of that registration.
     */
    async pendingConfirmation(input: { now: number; tokenHash: string; sessionTokenHash: string | null }) {
      const found = readLink(await linkRows(db, input.tokenHash, input.sessionTokenHash), input.now);
      return found.kind === 'ready' ? found : null;
    },

    /** Counts an attempt that costs a password hash, and reads the link. */
    async attemptConfirmation(attempt: LinkAttempt) {
      const { address, link, rows } = await db.batch({
        ...countLinkAttempt(db, attempt),
        rows: linkRows(db, attempt.tokenHash, null),
      });
      return {
        address: readCounter(address, attempt.perAddress.rule),
        link: readCounter(link, attempt.perLink.rule),
        outcome: readLink(rows, attempt.now),
      };
    },
  };
}

/** Redeems a confirmation link, by the mark that `redeemLink` leaves. */
async function confirm(db: Db, input: Confirmation): Promise<ConfirmationOutcome> {
  const { now, tokenHash, by, client } = input;
  // An e-mail belongs to the first person who confirms it. Any of several links can confirm it, once.
  const canConfirm = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${linkTokens.userId}
    AND ${users.confirmedAt} IS NULL AND NOT ${isOwned}
    AND ${by.kind === 'registrant' ? isRegistering(by.sessionTokenHash) : sql`TRUE`})`;
  const { redeem, redemptionId, isMine, userId } = redeemLink(db, 'confirm_email', input, canConfirm);

  const { rows } = await db.batch({
    redeem,
    person: db.run(
      sql`UPDATE ${users} SET confirmed_at = ${now} WHERE ${users.id} = ${userId} AND ${isMine}`,
    ),
    rows: linkRows(db, tokenHash, null),
    account: db.run(sql`UPDATE ${accounts} SET trial_started_at = coalesce(trial_started_at, ${now})
      WHERE ${accounts.id} IN (SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${userId} AND ${memberships.role} = 'owner') AND ${isMine}`),
    workspace: outboxRow(db, {
      kind: 'workspace.send_facts',
      payload: { workspaceId: workspaces.id },
      now,
      id: sql<string>`'msg_provision_' || ${workspaces.id}`,
      from: sql`${workspaces} INNER JOIN ${memberships} ON ${memberships.accountId} = ${workspaces.accountId}`,
      where: sql`${memberships.userId} = ${userId} AND ${memberships.role} = 'owner' AND ${isMine}`,
    }),
    audit: auditRow(db, { now, userId, kind: 'email_confirmed', client }, isMine),
    takeOver: by.kind === 'elsewhere' ? takeOver(db, { now, client }, by, userId, isMine) : [],
  });

  const link = rows[0];
  if (link?.usedBy === redemptionId)
    return { kind: 'confirmed', userId: link.userId, accountId: link.accountId };
  const found = readLink(rows, now);
  return found.kind === 'ready' ? { kind: 'needs-password' } : found;
}

/** The statements that remove everything the registrant holds, and sign this browser in. */
function takeOver(db: Db, act: Act, by: Extract<Confirmer, { kind: 'elsewhere' }>, userId: SQL, isMine: SQL) {
  const { sessionTokenHash, deviceTokenHash, endsTokenHash } = by;
  const { now } = act;
  const where = sql`(${sessions.userId} = ${userId} OR ${sessions.tokenHash} = ${endsTokenHash ?? ''}) AND ${isMine}`;
  const signIn = { kind: 'signed_in_by_link', proof: 'mail', sessionTokenHash, deviceTokenHash } as const;
  return [
    db.run(sql`UPDATE ${users} SET password_hash = ${by.passwordHash}, name = coalesce(${by.name}, name)
      WHERE ${users.id} = ${userId} AND ${isMine}`),
    ...Object.values(endSessions(db, { now, where })),
    db.delete(knownDevices).where(sql`${knownDevices.userId} = ${userId} AND ${isMine}`),
    revokeTokens(db, userId, isMine),
    voidLinks(db, userId, now, isMine),
    ...signInRows(db, { ...act, ...signIn, userId, accountId: homeAccountOf(userId) }, isMine),
  ];
}

/** The query that reads a link with the person it confirms. */
function linkRows(db: Db, tokenHash: string, sessionTokenHash: string | null) {
  return db
    .select({
      ...pick(linkTokens, 'usedBy', 'usedAt', 'expiresAt'),
      userId: users.id,
      person: { fullName: users.name, email: users.email, accountName: accounts.name },
      confirmedAt: users.confirmedAt,
      accountId: accounts.id,
      isOwned: sql<number>`${isOwned}`.as('is_owned'),
      isRegistrant: sql<number>`${isRegistering(sessionTokenHash)}`.as('is_registrant'),
    })
    .from(linkTokens)
    .innerJoin(users, eq(users.id, linkTokens.userId))
    .innerJoin(accounts, eq(accounts.id, homeAccountOf(sql`${users.id}`)))
    .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, 'confirm_email')));
}

/** @returns the person whom a working link confirms, or why it does not work. */
function readLink(
  [link]: Awaited<ReturnType<typeof linkRows>>,
  now: number,
): { kind: 'ready'; person: PendingPerson; isRegistrant: boolean } | RefusedConfirmation {
  if (!link) return { kind: 'unknown' };
  if (link.usedAt !== null) return { kind: 'used', userId: link.userId };
  if (link.expiresAt <= now) return { kind: 'expired' };
  if (link.confirmedAt !== null) return { kind: 'used', userId: link.userId };
  if (link.isOwned === 1) return { kind: 'email-belongs-to-another' };
  return { kind: 'ready', person: link.person, isRegistrant: link.isRegistrant === 1 };
}
