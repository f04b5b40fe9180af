import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../client.ts';
import { knownDevices, linkTokens, memberships, sessions, throttles, users } from '../schema/index.ts';
import type { Act } from './act.ts';
import { endSessions } from './ended-sessions.ts';
import { outcomeOf, redeemLink } from './link-rows.ts';
import { signInRows } from './session-rows.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';

/** Codes that bring a workspace's people to the portal; each method is one round trip. */
export function loginCodeStore(db: Db) {
  return {
    /** Writes a code for the member of this account with this e-mail, within the limit. */
    async mint(input: {
      now: number;
      accountId: string;
      emailNormalized: string;
      codeHash: string;
      expiresAt: number;
      key: string;
      rule: ThrottleRule;
    }): Promise<Counted & { isMinted: boolean }> {
      const { now, accountId, emailNormalized, codeHash, expiresAt, key, rule } = input;
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

    async holder(codeHash: string): Promise<{ userId: string; email: string } | null> {
      const rows = await db
        .select({ userId: users.id, email: users.email })
        .from(linkTokens)
        .innerJoin(users, and(eq(users.id, linkTokens.userId), isNotNull(users.confirmedAt)))
        .where(and(eq(linkTokens.tokenHash, codeHash), eq(linkTokens.purpose, 'login_code')));
      return rows[0] ?? null;
    },

    /** @returns whether it signed in: the code was good, and the browser is known to its person. */
    async redeem(
      input: Act & {
        tokenHash: string;
        redemptionId: string;
        sessionTokenHash: string;
        deviceTokenHash: string;
        endsTokenHash: string | null;
      },
    ) {
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

export type LoginCodeStore = ReturnType<typeof loginCodeStore>;
