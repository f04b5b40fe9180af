import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import {
  CONFIRMATION_LIFETIME_MS,
  CONFIRMATION_RESEND_WAIT_MS,
  PENDING_REGISTRATION_LIFETIME_MS,
} from '#app/domain/account/registration-lifetime.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import {
  accounts,
  humanCheckUses,
  linkTokens,
  memberships,
  outbox,
  users,
  workspaces,
} from '../schema/index.ts';
import type { Act } from './act.ts';
import { confirmationStore } from './confirmations.ts';
import { removeExpiredRegistrations, removePendingRegistrations } from './expired-rows.ts';
import { catchConflict } from './failures.ts';
import { outboxRow } from './outbox-row.ts';
import { signInRows } from './session-rows.ts';
import { countAttempt, readCounter } from './throttles.ts';

export interface NewRegistration extends Act {
  userId: string;
  accountId: string;
  workspaceId: string;
  humanCheckId: string;
  accountName: string;
  planId: string;
  name: string;
  email: string;
  emailNormalized: string;
  passwordHash: string;
  wantsNewsletter: boolean;
  timezone: string;
  sessionTokenHash: string;
  deviceTokenHash: string;
  /** Null for an e-mail that another person confirmed: nothing can confirm this registration. */
  confirmationTokenHash: string | null;
  mail: Mail;
  /** The mail's cause (`mailCause`). */
  cause: string;
}

/** Registrations, from the form to the confirmed e-mail; each method is one round trip. */
export function registrationStore(db: Db) {
  return {
    /** Counts an attempt to register, and reads everything that decides its outcome. */
    async loadRegistrationContext(input: {
      now: number;
      throttle: Throttle;
      accountName: string;
      emailNormalized: string;
      humanCheckId: string;
    }) {
      const { now, throttle, accountName, emailNormalized, humanCheckId } = input;
      const { attempts, sameName, owner, sameCheck } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        sameName: db
          .select({ id: users.id })
          .from(users)
          .where(
            and(
              eq(users.username, accountName),
              // An expired pending registration frees its name, even before its rows are deleted.
              or(
                isNotNull(users.confirmedAt),
                gt(users.confirmationSentAt, now - PENDING_REGISTRATION_LIFETIME_MS),
              ),
            ),
          ),
        owner: db
          .select({ email: users.email })
          .from(users)
          .where(and(eq(users.emailNormalized, emailNormalized), isNotNull(users.confirmedAt))),
        sameCheck: db
          .select({
            userId: users.id,
            accountId: memberships.accountId,
            accountName: users.username,
            ...pick(users, 'emailNormalized', 'passwordHash'),
          })
          .from(humanCheckUses)
          .innerJoin(users, eq(users.id, humanCheckUses.userId))
          .innerJoin(memberships, eq(memberships.userId, users.id))
          .where(eq(humanCheckUses.id, humanCheckId)),
      });
      return {
        ...readCounter(attempts, throttle.rule),
        isNameTaken: sameName.length > 0,
        /** The person who confirmed this e-mail. */
        emailOwner: owner[0] ?? null,
        /** The person who registered with the same human check: the same form was posted again. */
        sameCheck: sameCheck[0] ?? null,
      };
    },

    /** @returns 'conflict' if another request took the name or used the human check; then nothing was written. */
    create: (registration: NewRegistration) =>
      catchConflict(() => writeRegistration(db, registration), 'conflict' as const),

    /**
     * Deletes a person's registration while it is pending, with its sessions and links; its account name is free again.
     * @returns false if the person has confirmed meanwhile: then nothing was deleted.
     */
    async withdraw(userId: string): Promise<boolean> {
      const { confirmed } = await db.batch({
        registration: removePendingRegistrations(db, eq(users.id, userId)),
        confirmed: db.select({ id: users.id }).from(users).where(eq(users.id, userId)),
      });
      return confirmed.length === 0;
    },

    ...confirmationStore(db),

    /** @returns whether the last attempt failed to deliver the confirmation mail of `sentAt` (UTC ms). */
    async hasConfirmationMailFailed(userId: string, sentAt: number): Promise<boolean> {
      const rows = await db
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            eq(outbox.id, confirmationMailId(userId, sentAt)),
            isNotNull(outbox.lastError),
            // A mail over its inbox's limit was never admitted, which no page shows.
            isNotNull(outbox.admittedAt),
          ),
        );
      return rows.length > 0;
    },

    /** Writes a new link and its mail, unless the last request is too recent. @returns whether it wrote them. */
    async renewConfirmation(input: {
      now: number;
      userId: string;
      emailNormalized: string;
      tokenHash: string;
      confirmMail: Mail;
      alreadyRegisteredMail: Mail;
      cause: string;
    }) {
      const { now, userId, emailNormalized, tokenHash, confirmMail, alreadyRegisteredMail, cause } = input;
      const isDue = and(
        eq(users.id, userId),
        isNull(users.confirmedAt),
        lte(users.confirmationSentAt, now - CONFIRMATION_RESEND_WAIT_MS),
      );
      const isAllowed = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isDue})`;
      const isOwned = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailNormalized} = ${emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL)`;
      const mailRow = (payload: Mail, where: SQL) =>
        outboxRow(db, { id: confirmationMailId(userId, now), kind: 'mail', payload, cause, now, where });
      const { renewed } = await db.batch({
        link: db.run(sql`INSERT INTO ${linkTokens} (token_hash, purpose, user_id, created_at, expires_at)
          SELECT ${tokenHash}, 'confirm_email', ${userId}, ${now}, ${now + CONFIRMATION_LIFETIME_MS}
          WHERE ${isAllowed} AND NOT ${isOwned}`),
        confirmMail: mailRow(confirmMail, sql`${isAllowed} AND NOT ${isOwned}`),
        alreadyRegisteredMail: mailRow(alreadyRegisteredMail, sql`${isAllowed} AND ${isOwned}`),
        // Last: the statements above read the row from before this update.
        renewed: db.update(users).set({ confirmationSentAt: now }).where(isDue).returning({ id: users.id }),
      });
      return renewed.length > 0;
    },
  };
}

export type RegistrationContext = Awaited<
  ReturnType<ReturnType<typeof registrationStore>['loadRegistrationContext']>
>;

/** Writes a registration atomically in one round trip. Begins with a write, so that no other registration interferes. */
async function writeRegistration(db: Db, registration: NewRegistration) {
  const { now, userId, accountId, accountName, client } = registration;
  await db.batch({
    expired: removeExpiredRegistrations(db, now, accountName),
    humanCheck: db.insert(humanCheckUses).values({ id: registration.humanCheckId, userId, usedAt: now }),
    person: db.insert(users).values({
      id: userId,
      username: accountName,
      ...pick(registration, 'name', 'email', 'emailNormalized', 'passwordHash', 'wantsNewsletter'),
      confirmedAt: null,
      confirmationSentAt: now,
      createdAt: now,
    }),
    account: db.insert(accounts).values({
      id: accountId,
      name: accountName,
      ...pick(registration, 'planId', 'timezone'),
      createdAt: now,
    }),
    membership: db.insert(memberships).values({ userId, accountId, role: 'owner', createdAt: now }),
    workspace: db.insert(workspaces).values({
      id: registration.workspaceId,
      accountId,
      name: accountName,
      createdAt: now,
      region: client.region,
    }),
    signIn: signInRows(db, { ...registration, kind: 'registered', proof: 'password' }),
    link:
      registration.confirmationTokenHash === null
        ? []
        : db.insert(linkTokens).values({
            tokenHash: registration.confirmationTokenHash,
            purpose: 'confirm_email',
            userId,
            createdAt: now,
            expiresAt: now + CONFIRMATION_LIFETIME_MS,
          }),
    mail: outboxRow(db, {
      id: confirmationMailId(userId, now),
      kind: 'mail',
      payload: registration.mail,
      cause: registration.cause,
      now,
    }),
  });
  return 'created' as const;
}

/** Identifies a confirmation mail, also after its payload was deleted. */
function confirmationMailId(userId: string, sentAt: number): string {
  return `msg_confirm_${userId}_${sentAt}`;
}
