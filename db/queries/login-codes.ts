import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { LoginCodeStore } from '#app/use-cases/session/login-code-ports.ts';
import type { Db } from '../client.ts';
import { knownDevices, linkTokens, memberships, sessions, throttles, users } from '../schema/index.ts';
import { endSessions } from './ended-sessions.ts';
import { outcomeOf, redeemLink } from './link-rows.ts';
import { signInRows } from './session-rows.ts';
import { countAttempt, counted } from './throttles.ts';

/** The codes by which a workspace brings its people to the portal. */
export function loginCodeStore(db: Db): LoginCodeStore {
  return {
    async mint({ now, accountId, emailNormalized, codeHash, expiresAt, key, rule }) {
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key})
        <= ${rule.limit}`;
      const { attempts, minted } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        code: db.run(sql`INSERT INTO ${linkTokens} (token_hash, purpose, user_id, account_id, created_at, expires_at)
          SELECT ${codeHash}, 'login_code', ${users.id}, ${memberships.accountId}, ${now}, ${expiresAt}
          FROM ${users} INNER JOIN ${memberships} ON ${memberships.userId} = ${users.id}
          WHERE ${users.emailNormalized} = ${emailNormalized} AND ${users.confirmedAt} IS NOT NULL
            AND ${memberships.accountId} = ${accountId} AND ${isWithin}`),
        minted: db
          .select({ userId: linkTokens.userId })
          .from(linkTokens)
          .where(eq(linkTokens.tokenHash, codeHash)),
      });
      return { ...counted(attempts, rule), isMinted: minted.length > 0 };
    },

    async holder(codeHash) {
      const rows = await db
        .select({ userId: users.id, email: users.email })
        .from(linkTokens)
        .innerJoin(users, and(eq(users.id, linkTokens.userId), isNotNull(users.confirmedAt)))
        .where(and(eq(linkTokens.tokenHash, codeHash), eq(linkTokens.purpose, 'login_code')));
      return rows[0] ?? null;
    },

    async redeem(input) {
      const { now, redemptionId, sessionTokenHash, deviceTokenHash, client } = input;
      const isKnownBrowser = sql`EXISTS (SELECT 1 FROM ${knownDevices}
        WHERE ${knownDevices.tokenHash} = ${deviceTokenHash} AND ${knownDevices.userId} = ${linkTokens.userId})`;
      const isMember = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${linkTokens.userId}
        AND ${memberships.accountId} = ${linkTokens.accountId})`;
      const { redeem, isMine, userId, accountId, outcome } = redeemLink(
        db,
        'login_code',
        input,
        sql`${isKnownBrowser} AND ${isMember}`,
      );
      const rows = { now, sessionTokenHash, deviceTokenHash, userId, accountId, client };
      const { link } = await db.batch({
        redeem,
        signIn: signInRows(db, { ...rows, kind: 'signed_in_by_code', proof: 'code' }, isMine),
        ...endSessions(db, {
          now,
          where: sql`${sessions.tokenHash} = ${input.endsTokenHash ?? ''} AND ${isMine}`,
          replacedBy: userId,
        }),
        link: outcome,
      });
      return outcomeOf(link, redemptionId, now) === 'done';
    },
  };
}
