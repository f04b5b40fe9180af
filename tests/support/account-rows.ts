import { createHash } from 'node:crypto';
import { type AnyColumn, and, gt, inArray } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { newAuditId, newId, newToken } from '#app/crypto/secrets.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { type OnboardingStep, onboardingSteps } from '#app/domain/account/onboarding.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { newTicketId } from '#app/use-cases/support/new-ticket-id.ts';
import { openDatabase } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import {
  accounts,
  apiTokens,
  auditEvents,
  authenticatorApps,
  invitations,
  linkTokens,
  memberships,
  paymentMethods,
  payments,
  selectedApps,
  sessions,
  subscriptions,
  supportTickets,
  users,
  workspaces,
} from '#db/schema/index.ts';
import { newAddress, uniqueName } from './portal-client.ts';

/** A signed-in person, written directly into the database: no password hash, no mail to wait for. */
interface PersonRows {
  userId: string;
  email: string;
  name: string;
  sessionId: string;
  /** The value of the cookie. */
  token: string;
}

/** An account with everything that a form of the portal can name by its id. */
export interface AccountRows {
  accountId: string;
  accountName: string;
  workspaceId: string;
  owner: PersonRows;
  teammate: PersonRows;
  invitation: { id: string; email: string };
  auditEvent: { id: string; at: number };
  /** Written if the account has a subscription. */
  payment: { id: string; invoiceNumber: string };
  /** The owner's; its file is not in the store. */
  ticket: { id: string; subject: string };
  /** The owner's. */
  apiToken: { id: string; name: string };
}

/** When an ended session was last seen, UTC ms. */
export const LONG_AGO = 1;

export function openRows(url: string): Db {
  return openDatabase({ url, token: undefined });
}

/** Statements for one batch: written one by one, many accounts would wait for each other's locks. */
export type Statement = BatchItem<'sqlite'>;

/**
 * An account at the setup's `step` (null: complete), with one teammate and one open invitation.
 * @param subscription null before the first checkout.
 * @returns the account, and the statements that write it.
 */
export function newAccount(
  db: Db,
  { step, subscription }: { step: OnboardingStep | null; subscription: BillingStatus | null },
): { account: AccountRows; statements: Statement[] } {
  const now = Date.now();
  const accountName = uniqueName('acme');
  const accountId = newId('acc');
  const workspaceId = newId('wks');
  const owner = newPerson('Ada', accountName);
  const teammate = newPerson('Grace');
  const invitation = { id: newId('inv'), email: newAddress('edsger') };
  const auditEvent = { id: newAuditId(now), at: now };
  const payment = { id: `txn_${accountName.replaceAll('-', '')}`, invoiceNumber: `${accountName}-1` };
  const ticket = { id: newTicketId(), subject: `Help ${accountName}` };
  const apiToken = { id: newId('tok'), name: `Script of ${accountName}` };
  const done = (of: OnboardingStep) =>
    step === null || onboardingSteps.indexOf(of) < onboardingSteps.indexOf(step) ? now : null;
  const statements: Statement[] = [
    db.insert(accounts).values({
      id: accountId,
      name: accountName,
      planId: 'trial-1',
      timezone: 'Europe/Berlin',
      createdAt: now,
      trialStartedAt: done('confirm-email'),
      surveyAnsweredAt: done('survey'),
      appsSelectedAt: done('apps'),
      teammatesInvitedAt: done('invite'),
      launchedAt: done('launch'),
    }),
    db.insert(workspaces).values({ id: workspaceId, accountId, name: accountName, createdAt: now }),
    ...personRows(db, owner, { accountId, role: 'owner', confirmedAt: done('confirm-email'), now }),
    ...personRows(db, teammate, { accountId, role: 'member', confirmedAt: now, now }),
    db.insert(invitations).values({
      id: invitation.id,
      accountId,
      email: invitation.email,
      emailNormalized: invitation.email,
      role: 'member',
      tokenHash: tokenHash(newToken()),
      invitedBy: owner.userId,
      createdAt: now,
      expiresAt: now + 7 * DAY_MS,
    }),
    db.insert(auditEvents).values({
      ...auditEvent,
      accountId,
      userId: owner.userId,
      kind: 'member_invited' as const,
      subject: invitation.email,
      address: '192.0.2.1',
      userAgent: 'test',
    }),
    db.insert(apiTokens).values({
      ...apiToken,
      accountId,
      userId: owner.userId,
      tokenHash: tokenHash(newToken()),
      scopes: ['workspace:view'],
      createdAt: now,
    }),
    db.insert(supportTickets).values({
      ...ticket,
      accountId,
      userId: owner.userId,
      body: 'It hangs.',
      createdAt: now,
      attachmentKey: `tickets/${accountId}/${ticket.id}`,
      attachmentName: 'a.txt',
      attachmentType: 'text/plain',
      attachmentBytes: 3,
      idempotencyKey: newToken(),
    }),
  ];
  if (subscription !== null) {
    statements.push(
      db.insert(subscriptions).values({
        id: `sub_${accountName}`,
        accountId,
        status: subscription,
        planId: 'pro-1',
        period: 'monthly' as const,
        currentPeriodEndsAt: now + 30 * DAY_MS,
        pausedAt: subscription === 'paused' ? now : null,
        cancelsAt: subscription === 'deleted' ? now : null,
      }),
      ...billRows(db, { accountId, payment, now }),
    );
  }
  const account = {
    accountId,
    accountName,
    workspaceId,
    owner,
    teammate,
    invitation,
    auditEvent,
    payment,
    ticket,
    apiToken,
  };
  return { account, statements };
}

/** A confirmed, signed-in member of the account with `role`. @returns the member, and the statements that write them. */
export function newMember(
  db: Db,
  accountId: string,
  role: Role,
): { person: PersonRows; statements: Statement[] } {
  const person = newPerson('Barbara');
  const now = Date.now();
  return { person, statements: [...personRows(db, person, { accountId, role, confirmedAt: now, now })] };
}

/**
 * Another session of a person.
 * @param how.lastSeenAt UTC ms; a session from long ago has expired. @param how.isFactorDue it waits for its second factor.
 * @returns the session, and the statement that writes it.
 */
export function newSession(
  db: Db,
  of: { userId: string; accountId: string },
  { lastSeenAt = Date.now(), isFactorDue = false }: { lastSeenAt?: number; isFactorDue?: boolean } = {},
): { session: { sessionId: string; token: string }; statement: Statement } {
  const session = { sessionId: newId('ses'), token: newToken() };
  const row = { ...sessionRow(session, { ...of, now: lastSeenAt }), isFactorDue };
  return { session, statement: db.insert(sessions).values(row) };
}

/** Writes all statements, or none. */
export async function write(db: Db, statements: readonly Statement[]): Promise<void> {
  await db.batch({ statements });
}

/** Reads everything that belongs to the accounts, to verify that nothing changed. */
export async function dumpOf(db: Db, accountIds: string[]) {
  const people = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(inArray(memberships.accountId, accountIds));
  const theirs = (column: AnyColumn) => inArray(column, accountIds);
  return db.batch({
    memberships: db
      .select()
      .from(memberships)
      .where(theirs(memberships.accountId))
      .orderBy(memberships.accountId, memberships.userId),
    users: db.select().from(users).where(inArray(users.id, people)).orderBy(users.id),
    sessions: db
      .select()
      .from(sessions)
      // Expired sessions are deleted once an hour, which may be now.
      .where(and(theirs(sessions.accountId), gt(sessions.lastSeenAt, LONG_AGO)))
      .orderBy(sessions.id),
    apps: db.select().from(authenticatorApps).where(inArray(authenticatorApps.userId, people)),
    apiTokens: db.select().from(apiTokens).where(theirs(apiTokens.accountId)).orderBy(apiTokens.id),
    invitations: db.select().from(invitations).where(theirs(invitations.accountId)).orderBy(invitations.id),
    auditEvents: db.select().from(auditEvents).where(theirs(auditEvents.accountId)).orderBy(auditEvents.id),
    linkTokens: db
      .select()
      .from(linkTokens)
      .where(inArray(linkTokens.userId, people))
      .orderBy(linkTokens.tokenHash),
    selectedApps: db
      .select()
      .from(selectedApps)
      .where(theirs(selectedApps.accountId))
      .orderBy(selectedApps.accountId),
    accounts: db.select().from(accounts).where(theirs(accounts.id)).orderBy(accounts.id),
    workspaces: db.select().from(workspaces).where(theirs(workspaces.accountId)).orderBy(workspaces.id),
    subscriptions: db
      .select()
      .from(subscriptions)
      .where(theirs(subscriptions.accountId))
      .orderBy(subscriptions.id),
    tickets: db
      .select()
      .from(supportTickets)
      .where(theirs(supportTickets.accountId))
      .orderBy(supportTickets.id),
    payments: db.select().from(payments).where(theirs(payments.accountId)).orderBy(payments.id),
    methods: db
      .select()
      .from(paymentMethods)
      .where(theirs(paymentMethods.accountId))
      .orderBy(paymentMethods.accountId),
  });
}

/** One paid bill, and the card that paid it. */
function billRows(
  db: Db,
  { accountId, payment, now }: { accountId: string; payment: AccountRows['payment']; now: number },
) {
  return [
    db.insert(payments).values({
      ...payment,
      accountId,
      date: now,
      amount: 6_000,
      currency: 'USD',
      status: 'paid' as const,
      eventAt: '',
      eventId: '',
    }),
    db.insert(paymentMethods).values({
      accountId,
      kind: 'card' as const,
      brand: 'visa' as const,
      lastFour: '4242',
      expiry: '12/2040',
      eventAt: '',
    }),
  ] as const;
}

function newPerson(firstName: string, username = uniqueName(firstName.toLowerCase())) {
  return {
    userId: newId('usr'),
    username,
    email: `${username}@example.com`,
    // A unique name, so that it is visible wherever it does not belong.
    name: `${firstName} ${username}`,
    sessionId: newId('ses'),
    token: newToken(),
  };
}

function personRows(
  db: Db,
  person: ReturnType<typeof newPerson>,
  as: { accountId: string; role: Role; confirmedAt: number | null; now: number },
) {
  const { userId, username, email, name } = person;
  const { accountId, role, confirmedAt, now } = as;
  return [
    db.insert(users).values({
      id: userId,
      username,
      name,
      email,
      emailNormalized: email,
      // Matches no password: no one here signs in with it.
      passwordHash: 'none',
      wantsNewsletter: false,
      confirmedAt,
      confirmationSentAt: now,
      createdAt: now,
    }),
    db.insert(memberships).values({ userId, accountId, role, createdAt: now }),
    db.insert(sessions).values(sessionRow(person, { userId, accountId, now })),
  ] as const;
}

function sessionRow(
  session: { sessionId: string; token: string },
  { userId, accountId, now }: { userId: string; accountId: string; now: number },
) {
  return {
    id: session.sessionId,
    tokenHash: tokenHash(session.token),
    userId,
    accountId,
    userAgent: 'test',
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
  };
}

const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');
