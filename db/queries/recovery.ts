import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { KNOWN_BROWSER } from '#app/domain/access/mail-limits.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  knownDevices,
  linkTokens,
  memberships,
  sessions,
  throttles,
  users,
} from '../schema/index.ts';
import type { Act } from './act.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { type LinkOutcome, outcomeOf, redeemLink, voidLinks } from './link-rows.ts';
import { outboxRow } from './outbox-row.ts';
import { homeAccountOf, signInRows } from './session-rows.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';

/** Links by which somebody gets in who has no password at hand; each method is one round trip. */
export function recoveryStore(db: Db) {
  return {
    /**
     * Writes a link and its mail for whoever confirmed this e-mail, within both limits; for nobody else, and no trace of
     * which it was.
     * @returns the address's counter; the e-mail's own says nothing to a stranger.
     */
    async requestLink(
      input: Act & {
        purpose: 'magic_link' | 'reset_password';
        emailNormalized: string;
        token: string;
        tokenHash: string;
        expiresAt: number;
        mailId: string;
        emailKey: string;
        addressKey: string;
        perEmail: ThrottleRule;
        perAddress: ThrottleRule;
        /** Of the mail, unless its recipient signed in with this browser before. */
        cause: string;
        deviceTokenHash: string;
      },
    ): Promise<Counted> {
      const { now, purpose, token, tokenHash, emailKey, addressKey, perEmail, perAddress } = input;
      const { cause, deviceTokenHash } = input;
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${emailKey})
        <= ${perEmail.limit} AND (SELECT ${throttles.count} FROM ${throttles}
        WHERE ${throttles.key} = ${addressKey}) <= ${perAddress.limit}`;
      // The account that they own; of a reset, any that they belong to.
      const account = homeAccountOf(sql`${users.id}`);
      const mayHaveIt =
        purpose === 'magic_link'
          ? sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${users.id}
              AND ${memberships.role} = 'owner')`
          : sql`TRUE`;
      const person = sql`FROM ${users} WHERE ${users.emailNormalized} = ${input.emailNormalized}
        AND ${users.confirmedAt} IS NOT NULL AND ${mayHaveIt} AND ${isWithin}`;
      const isWritten = sql`EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const holder = sql`(SELECT ${linkTokens.userId} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
      const { address } = await db.batch({
        address: countAttempt(db, addressKey, perAddress, now),
        email: countAttempt(db, emailKey, perEmail, now),
        link: db.run(sql`INSERT INTO ${linkTokens} (token_hash, purpose, user_id, account_id, created_at, expires_at)
          SELECT ${tokenHash}, ${purpose}, ${users.id}, ${account}, ${now}, ${input.expiresAt} ${person}`),
        mail: outboxRow(db, {
          ...{ id: input.mailId, kind: 'mail', now },
          payload: { template: purpose, to: users.email, data: { name: users.name, token } },
          from: sql`${users}`,
          where: sql`${users.id} = ${holder} AND ${isWritten}`,
          cause: sql<string | null>`CASE WHEN EXISTS (SELECT 1 FROM ${knownDevices}
            WHERE ${knownDevices.userId} = ${users.id} AND ${knownDevices.tokenHash} = ${deviceTokenHash})
            THEN ${KNOWN_BROWSER} || ${deviceTokenHash} ELSE ${cause} END`,
        }),
        audit: auditRow(
          db,
          {
            now,
            userId: null,
            subject: sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${holder})`,
            accountId: homeAccountOf(holder),
            kind: purpose === 'magic_link' ? 'magic_link_requested' : 'password_reset_requested',
            client: input.client,
          },
          isWritten,
        ),
      });
      return counted(address, perAddress);
    },

    /** Signs the link's person in to the account it names. */
    async redeemMagicLink(
      input: Act & {
        tokenHash: string;
        redemptionId: string;
        sessionTokenHash: string;
        deviceTokenHash: string;
        endsTokenHash: string | null;
      },
    ): Promise<LinkOutcome> {
      const { now, redemptionId, sessionTokenHash, deviceTokenHash, client } = input;
      // Whoever does not own the account any more, or is not in it, is not let in by an older mail.
      const owns = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${linkTokens.userId}
        AND ${memberships.accountId} = ${linkTokens.accountId} AND ${memberships.role} = 'owner')`;
      const { redeem, isMine, userId, accountId, outcome } = redeemLink(db, 'magic_link', input, owns);
      const rows = { now, sessionTokenHash, deviceTokenHash, userId, accountId, client };
      const { link } = await db.batch({
        redeem,
        signIn: signInRows(db, { ...rows, kind: 'signed_in_by_link', proof: 'mail' }, isMine),
        ...endSessions(db, {
          now,
          where: sql`${sessions.tokenHash} = ${input.endsTokenHash ?? ''} AND ${isMine}`,
          replacedBy: userId,
        }),
        link: outcome,
      });
      return outcomeOf(link, redemptionId, now);
    },

    /** Counts an attempt and looks whether a reset link still works, so that no hash is spent on one that does not. */
    async lookAtReset(input: {
      now: number;
      tokenHash: string;
      addressKey: string;
      perAddress: ThrottleRule;
      linkKey: string;
      perLink: ThrottleRule;
    }): Promise<{
      address: Counted;
      link: Counted;
      outcome: LinkOutcome;
      person: { fullName: string; email: string; accountName: string | null } | null;
    }> {
      const { now, tokenHash, addressKey, perAddress, linkKey, perLink } = input;
      const { address, link, found } = await db.batch({
        address: countAttempt(db, addressKey, perAddress, now),
        // A made-up link is counted with its address: it leaves no row of its own.
        link: countAttempt(
          db,
          sql`CASE WHEN EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})
            THEN ${linkKey} ELSE ${`${addressKey}:unknown`} END`,
          perLink,
          now,
        ),
        found: db
          .select({
            usedBy: linkTokens.usedBy,
            usedAt: linkTokens.usedAt,
            expiresAt: linkTokens.expiresAt,
            fullName: users.name,
            email: users.email,
            accountName: sql<string | null>`(SELECT ${accounts.name} FROM ${accounts}
              WHERE ${accounts.id} = ${linkTokens.accountId})`.as('account_name'),
          })
          .from(linkTokens)
          .innerJoin(users, eq(users.id, linkTokens.userId))
          .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, 'reset_password'))),
      });
      const person = found[0];
      return {
        address: counted(address, perAddress),
        link: counted(link, perLink),
        outcome: outcomeOf(found, null, now),
        person: person
          ? { fullName: person.fullName, email: person.email, accountName: person.accountName }
          : null,
      };
    },

    /** Sets the password; ends every session, link and known browser of the person. */
    async resetPassword(
      input: Act & { tokenHash: string; redemptionId: string; passwordHash: string; mailId: string },
    ): Promise<LinkOutcome> {
      const { now, redemptionId, passwordHash, mailId, client } = input;
      const { redeem, isMine, userId, outcome } = redeemLink(db, 'reset_password', input);
      const { link } = await db.batch({
        redeem,
        person: db
          .update(users)
          .set({ passwordHash })
          .where(and(sql`${users.id} = ${userId}`, isNotNull(users.confirmedAt), isMine)),
        ...endSessions(db, { now, where: sql`${sessions.userId} = ${userId} AND ${isMine}` }),
        browsers: db.delete(knownDevices).where(and(sql`${knownDevices.userId} = ${userId}`, isMine)),
        links: voidLinks(db, userId, now, isMine),
        tokens: revokeTokens(db, userId, isMine),
        mail: outboxRow(db, {
          ...{ id: mailId, kind: 'mail', now },
          payload: { template: 'password_changed', to: users.email, data: { name: users.name } },
          from: sql`${users}`,
          where: sql`${users.id} = ${userId} AND ${isMine}`,
        }),
        audit: auditRow(
          db,
          { now, userId, accountId: homeAccountOf(userId), kind: 'password_reset', client },
          isMine,
        ),
        link: outcome,
      });
      return outcomeOf(link, redemptionId, now);
    },
  };
}

export type RecoveryStore = ReturnType<typeof recoveryStore>;
