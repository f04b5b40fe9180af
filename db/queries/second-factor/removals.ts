import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../../database.ts';
import {
  authenticatorApps,
  knownDevices,
  linkTokens,
  passkeys,
  recoveryCodes,
  sessions,
  users,
} from '../../schema/index.ts';
import type { Act } from '../act.ts';
import { auditRow } from '../audit.ts';
import { endSessions } from '../ended-sessions.ts';
import { homeAccountOf } from '../home-account.ts';
import { linkOutcomeOf, type Redemption, redeemLink, voidLinks } from '../link-rows.ts';
import { userMailRow } from '../outbox-row.ts';
import { countAttempt, isWithinLimit, readCounter } from '../throttles.ts';
import { deleteUserRows } from '../user-rows.ts';
import { factorChangeMail, voidRemovalLinks } from './proof-rows.ts';

const FACTOR_TABLES = [authenticatorApps, passkeys, recoveryCodes, knownDevices];

/** The slow removal of second factors that a person lost; each method is one round trip. */
export function factorRemovalStore(db: Db) {
  return {
    /** Mails a link that removes the factors after the wait, and a link that keeps them; voids earlier links. */
    async request(
      input: Act & {
        userId: string;
        tokens: { remove: string; keep: string };
        tokenHashes: { remove: string; keep: string };
        validFrom: number;
        expiresAt: number;
        throttle: Throttle;
      },
    ) {
      const { now, userId, tokens, tokenHashes, validFrom, expiresAt, throttle, client } = input;
      const isWithin = isWithinLimit(throttle);
      // A second request keeps the first one's wait. Otherwise a thief who keeps requesting could prolong it forever, or
      // hold a link whose wait ended unnoticed.
      const earliest = (column: SQL) => sql`(SELECT min(${column}) FROM ${linkTokens}
        WHERE ${linkTokens.userId} = ${userId} AND ${linkTokens.purpose} = 'remove_second_factor'
          AND ${linkTokens.usedAt} IS NULL AND ${linkTokens.expiresAt} > ${now})`;
      const from = sql`coalesce(${earliest(sql`${linkTokens.validFrom}`)}, ${validFrom})`;
      const until = sql`coalesce(${earliest(sql`${linkTokens.expiresAt}`)}, ${expiresAt})`;
      const link = (tokenHash: string, purpose: string, worksFrom: SQL) =>
        db.run(sql`INSERT INTO ${linkTokens}
            (token_hash, purpose, user_id, account_id, created_at, valid_from, expires_at)
          SELECT ${tokenHash}, ${purpose}, ${userId}, ${homeAccountOf(userId)}, ${now}, ${worksFrom}, ${until}
          WHERE ${isWithin}`);
      const { attempts } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        removeLink: link(tokenHashes.remove, 'remove_second_factor', from),
        keepLink: link(tokenHashes.keep, 'keep_second_factor', sql`NULL`),
        olderLinks: voidRemovalLinks(
          db,
          userId,
          now,
          sql`${isWithin} AND ${linkTokens.tokenHash} NOT IN (${tokenHashes.remove}, ${tokenHashes.keep})`,
        ),
        mail: userMailRow(
          db,
          { now, userId, where: isWithin },
          {
            template: 'second_factor_removal_requested',
            data: {
              name: users.name,
              removeToken: tokens.remove,
              keepToken: tokens.keep,
              validFrom: sql<number>`(SELECT ${linkTokens.validFrom} FROM ${linkTokens}
                WHERE ${linkTokens.tokenHash} = ${tokenHashes.remove})`,
            },
          },
        ),
        audit: auditRow(db, { now, userId, kind: 'second_factor_removal_requested', client }, isWithin),
      });
      return readCounter(attempts, throttle.rule);
    },

    /** @returns when a removal link starts to work, UTC ms; null for an unknown, used or expired link. */
    async readLink(tokenHash: string, now: number) {
      const rows = await db
        .select({ validFrom: linkTokens.validFrom })
        .from(linkTokens)
        .where(
          and(
            eq(linkTokens.tokenHash, tokenHash),
            eq(linkTokens.purpose, 'remove_second_factor'),
            isNull(linkTokens.usedAt),
            gt(linkTokens.expiresAt, now),
          ),
        );
      return rows[0] ? { validFrom: rows[0].validFrom ?? 0 } : null;
    },

    /** Removes every second factor and ends every session of the link's person. */
    async remove(input: Act & Redemption) {
      const { now, client } = input;
      const isDue = sql`${linkTokens.validFrom} <= ${now}`;
      const redemption = redeemLink(db, 'remove_second_factor', input, isDue);
      const { redeem, redemptionId, isMine, userId, outcome } = redemption;
      const { link } = await db.batch({
        redeem,
        factors: deleteUserRows(db, FACTOR_TABLES, userId, isMine),
        ...endSessions(db, { now, where: sql`${sessions.userId} = ${userId} AND ${isMine}` }),
        person: db
          .update(users)
          .set({ factorsChangedAt: now })
          .where(and(sql`${users.id} = ${userId}`, isMine)),
        links: voidLinks(db, userId, now, isMine),
        mail: factorChangeMail(db, { now, userId, change: 'all_removed' }, isMine),
        audit: auditRow(db, { now, userId, kind: 'second_factor_removed', client }, isMine),
        link: outcome,
      });
      return linkOutcomeOf(link, redemptionId, now);
    },

    /** Voids the links that `request` mailed, and ends sign-ins that wait for a second factor. */
    async keep(input: Act & Redemption) {
      const { now, client } = input;
      const { redeem, redemptionId, isMine, userId, outcome } = redeemLink(db, 'keep_second_factor', input);
      const { link } = await db.batch({
        redeem,
        links: voidRemovalLinks(db, userId, now, isMine),
        pendingSignIns: db
          .delete(sessions)
          .where(and(sql`${sessions.userId} = ${userId}`, eq(sessions.isFactorDue, true), isMine)),
        audit: auditRow(db, { now, userId, kind: 'second_factor_removal_refused', client }, isMine),
        link: outcome,
      });
      return linkOutcomeOf(link, redemptionId, now);
    },
  };
}
