import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../database.ts';
import { linkTokens, memberships, users, workspaces } from '../schema/index.ts';
import { type LinkSignIn, signInByLink } from './link-rows.ts';
import { isKnownBrowser } from './session-rows.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';
import { isExistingWorkspace } from './workspaces.ts';

/** Login codes, with which a workspace sends its people to the portal; each method is one round trip. */
export function loginCodeStore(db: Db) {
  return {
    /** Writes a code for the member of the workspace's account with this e-mail, within the limit. */
    async mint(input: {
      now: number;
      workspaceId: string;
      emailNormalized: string;
      codeHash: string;
      expiresAt: number;
      throttle: Throttle;
    }) {
      const { now, workspaceId, emailNormalized, codeHash, expiresAt, throttle } = input;
      const { attempts, minted } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        code: db.run(sql`INSERT INTO ${linkTokens} (token_hash, purpose, user_id, account_id, created_at, expires_at)
          SELECT ${codeHash}, 'login_code', ${users.id}, ${memberships.accountId}, ${now}, ${expiresAt}
          FROM ${users} INNER JOIN ${memberships} ON ${memberships.userId} = ${users.id}
            INNER JOIN ${workspaces} ON ${workspaces.accountId} = ${memberships.accountId}
          WHERE ${users.emailNormalized} = ${emailNormalized} AND ${users.confirmedAt} IS NOT NULL
            AND ${isExistingWorkspace(workspaceId)} AND ${isWithinLimit(throttle)}`),
        minted: db
          .select({ userId: linkTokens.userId })
          .from(linkTokens)
          .where(eq(linkTokens.tokenHash, codeHash)),
      });
      return { ...readCounter(attempts, throttle.rule), isMinted: minted.length > 0 };
    },

    /** @returns the person of a login code; null for an unknown code. */
    async holder(codeHash: string) {
      const rows = await db
        .select({ userId: users.id, email: users.email })
        .from(linkTokens)
        .innerJoin(users, and(eq(users.id, linkTokens.userId), isNotNull(users.confirmedAt)))
        .where(and(eq(linkTokens.tokenHash, codeHash), eq(linkTokens.purpose, 'login_code')));
      return rows[0] ?? null;
    },

    /** @returns whether the person is signed in: the code is valid, and the person has used the browser before. */
    async redeem(input: LinkSignIn) {
      const isKnown = isKnownBrowser(input.deviceTokenHash, sql`${linkTokens.userId}`, input.now);
      const isMember = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${linkTokens.userId}
        AND ${memberships.accountId} = ${linkTokens.accountId})`;
      const condition = sql`${isKnown} AND ${isMember}`;
      const link = { purpose: 'login_code', condition, kind: 'signed_in_by_code', proof: 'code' } as const;
      return (await signInByLink(db, input, link)) === 'done';
    },
  };
}
