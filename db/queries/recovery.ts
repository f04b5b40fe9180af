import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { KNOWN_BROWSER } from '#app/domain/access/mail-limits.ts';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { accounts, knownDevices, linkTokens, memberships, sessions, users } from '../schema/index.ts';
import type { Act } from './act.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { homeAccountOf } from './home-account.ts';
import {
  countLinkAttempt,
  type LinkAttempt,
  type LinkOutcome,
  type LinkSignIn,
  linkOutcomeOf,
  type Redemption,
  redeemLink,
  signInByLink,
  voidLinks,
} from './link-rows.ts';
import { userMailRow } from './outbox-row.ts';
import { isKnownBrowser } from './session-rows.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

/** Links that sign in a person without their password; each method is one round trip. */
export function recoveryStore(db: Db) {
  /** The query that reads a reset link and its person. */
  const resetLink = (tokenHash: string) =>
    db
      .select({
        ...pick(linkTokens, 'usedBy', 'usedAt', 'expiresAt'),
        person: {
          fullName: users.name,
          email: users.email,
          accountName: sql<string | null>`(SELECT ${accounts.name} FROM ${accounts}
            WHERE ${accounts.id} = ${linkTokens.accountId})`.as('account_name'),
        },
      })
      .from(linkTokens)
      .innerJoin(users, eq(users.id, linkTokens.userId))
      .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, 'reset_password')));

  return {
    /**
     * Writes a link and its mail for the person who confirmed this e-mail, within both limits. An unknown e-mail leaves
     * no trace.
     * @returns the address's counter; the e-mail's own counter must reveal nothing to a stranger.
     */
    async requestLink(
      input: Act & {
        purpose: 'magic_link' | 'reset_password';
        emailNormalized: string;
        token: string;
        tokenHash: string;
        expiresAt: number;
        perEmail: Throttle;
        perAddress: Throttle;
        /** Cause of the mail, unless its recipient signed in with this browser before. */
        cause: string;
        deviceTokenHash: string;
      },
    ) {
      const { now, purpose, token, tokenHash, perEmail, perAddress } = input;
      const { cause, deviceTokenHash, client } = input;
      // The account that they own; for a reset, otherwise any account that they belong to.
      const account = homeAccountOf(sql`${users.id}`);
      const canHaveIt =
        purpose === 'magic_link'
          ? sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${users.id}
              AND ${memberships.role} = 'owner')`
          : sql`TRUE`;
      const person = sql`FROM ${users} WHERE ${users.emailNormalized} = ${input.emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL AND ${canHaveIt} AND ${isWithinLimit(perEmail)}
        AND ${isWithinLimit(perAddress)}`;
      const isWritten = sql`EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const holder = sql`(SELECT ${linkTokens.userId} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const requested = {
        kind: purpose === 'magic_link' ? 'magic_link_requested' : 'password_reset_requested',
        subject: sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${holder})`,
      } as const;
      const { address } = await db.batch({
        address: countAttempt(db, perAddress, now),
        email: countAttempt(db, perEmail, now),
        link: db.run(sql`INSERT INTO ${linkTokens} (token_hash, purpose, user_id, account_id, created_at, expires_at)
          SELECT ${tokenHash}, ${purpose}, ${users.id}, ${account}, ${now}, ${input.expiresAt} ${person}`),
        mail: userMailRow(
          db,
          {
            now,
            userId: holder,
            where: isWritten,
            cause: sql<string | null>`CASE WHEN ${isKnownBrowser(deviceTokenHash, sql`${users.id}`, now)}
              THEN ${KNOWN_BROWSER} || ${deviceTokenHash} ELSE ${cause} END`,
          },
          { template: purpose, data: { name: users.name, token } },
        ),
        audit: auditRow(
          db,
          { now, client, userId: null, accountId: homeAccountOf(holder), ...requested },
          isWritten,
        ),
      });
      return readCounter(address, perAddress.rule);
    },

    /** Signs the link's person in to the account that it names, while they own it. */
    redeemMagicLink(input: LinkSignIn) {
      const condition = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${linkTokens.userId}
        AND ${memberships.accountId} = ${linkTokens.accountId} AND ${memberships.role} = 'owner')`;
      const link = { purpose: 'magic_link', condition, kind: 'signed_in_by_link', proof: 'mail' } as const;
      return signInByLink(db, input, link);
    },

    /** @returns the e-mail of the person whose password a working link sets; null for any other link. */
    async resetEmail(tokenHash: string, now: number): Promise<string | null> {
      const found = await resetLink(tokenHash);
      return linkOutcomeOf(found, null, now) === 'done' ? (found[0]?.person.email ?? null) : null;
    },

    /** Counts an attempt and reads whether a reset link still works, so that a dead link costs no hash. */
    async attemptReset(attempt: LinkAttempt) {
      const { address, link, found } = await db.batch({
        ...countLinkAttempt(db, attempt),
        found: resetLink(attempt.tokenHash),
      });
      return {
        address: readCounter(address, attempt.perAddress.rule),
        link: readCounter(link, attempt.perLink.rule),
        outcome: linkOutcomeOf(found, null, attempt.now),
        person: found[0]?.person ?? null,
      };
    },

    /** Sets the password; ends every session, link and known browser of the person. */
    async resetPassword(input: Act & Redemption & { passwordHash: string }): Promise<LinkOutcome> {
      const { now, passwordHash, client } = input;
      const { redeem, redemptionId, isMine, userId, outcome } = redeemLink(db, 'reset_password', input);
      const mailRow = { now, userId, where: isMine };
      const { link } = await db.batch({
        redeem,
        person: db
          .update(users)
          .set({ passwordHash })
          .where(and(sql`${users.id} = ${userId}`, isNotNull(users.confirmedAt), isMine)),
        ...endSessions(db, { now, where: sql`${sessions.userId} = ${userId} AND ${isMine}` }),
        browsers: db.delete(knownDevices).where(sql`${knownDevices.userId} = ${userId} AND ${isMine}`),
        links: voidLinks(db, userId, now, isMine),
        tokens: revokeTokens(db, userId, isMine),
        mail: userMailRow(db, mailRow, { template: 'password_changed', data: { name: users.name } }),
        audit: auditRow(db, { now, userId, kind: 'password_reset', client }, isMine),
        link: outcome,
      });
      return linkOutcomeOf(link, redemptionId, now);
    },
  };
}
