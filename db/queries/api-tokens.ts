import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#app/domain/access/roles.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
import { accounts, apiTokens } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { auditRow, viewerAuditRow } from './audit.ts';
import { findSession, isSessionOpen } from './session-rows.ts';
import { tokenViewerRow } from './viewer.ts';

/** Personal API tokens and their people; each method is one round trip. */
export function apiTokenStore(db: Db) {
  return {
    /** Reads the token, its person, account, plan, subscription and workspace. */
    async viewer(tokenHash: string, now: number): Promise<ViewerState> {
      const found = await tokenViewerRow(db, tokenHash);
      const isAlive = found !== null && (found.token.expiresAt === null || now < found.token.expiresAt);
      return isAlive ? { kind: 'by-token', ...found } : { kind: 'expired', isToken: true };
    },

    async touch(tokenHash: string, now: number) {
      await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.tokenHash, tokenHash));
    },

    /** @returns the person's tokens in all their accounts, newest first. */
    list({ userId }: Pick<ViewerIds, 'userId'>) {
      const tokens = db
        .select({
          ...pick(apiTokens, 'id', 'name', 'accountId'),
          accountName: accounts.name,
          ...pick(apiTokens, 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'),
        })
        .from(apiTokens)
        .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
        .where(eq(apiTokens.userId, userId))
        .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
      return read(db, { tokens }, (rows) => rows.tokens);
    },

    /** Creates a token unless the person already has one of that name, or `limit` tokens, or their session has ended. */
    async create(
      input: ViewerAct & {
        id: string;
        name: string;
        tokenHash: string;
        scopes: readonly Permission[];
        expiresAt: number | null;
        limit: number;
      },
    ): Promise<'made' | 'name-taken' | 'too-many' | 'session-ended'> {
      const { now, viewer, id, name, tokenHash, scopes, expiresAt, limit } = input;
      const [userId, accountId] = [viewer.user.id, viewer.account.id];
      const isOfThatName = and(eq(apiTokens.userId, userId), eq(apiTokens.name, name));
      const isMade = sql`EXISTS (SELECT 1 FROM ${apiTokens} WHERE ${apiTokens.id} = ${id})`;
      const { found, session } = await db.batch({
        token: db.run(sql`INSERT INTO ${apiTokens}
            (id, user_id, account_id, name, token_hash, scopes, expires_at, created_at)
          SELECT ${id}, ${userId}, ${accountId}, ${name}, ${tokenHash}, ${JSON.stringify(scopes)},
            ${expiresAt}, ${now}
          WHERE (SELECT count(*) FROM ${apiTokens} WHERE ${apiTokens.userId} = ${userId}) < ${limit}
            AND NOT EXISTS (SELECT 1 FROM ${apiTokens} WHERE ${isOfThatName}) AND ${isSessionOpen(viewer)}`),
        audit: viewerAuditRow(db, input, { kind: 'token_created', subject: name }, isMade),
        found: db.select({ id: apiTokens.id }).from(apiTokens).where(isOfThatName),
        session: findSession(db, viewer.session.tokenHash),
      });
      if (session.length === 0) return 'session-ended';
      if (found.length === 0) return 'too-many';
      return found.some((token) => token.id === id) ? 'made' : 'name-taken';
    },

    /** @returns whether the viewer had the token. */
    async revoke({ tokenId, ...act }: ViewerAct & { tokenId: string }) {
      const { id: userId } = act.viewer.user;
      const isTheirs = and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId));
      const of = (column: 'accountId' | 'name') =>
        sql`(SELECT ${apiTokens[column]} FROM ${apiTokens} WHERE ${isTheirs})`;
      // The account of the token, not the account that its person is in now.
      const revocation = { kind: 'token_revoked', accountId: of('accountId'), subject: of('name') } as const;
      const exists = sql`EXISTS (SELECT 1 FROM ${apiTokens} WHERE ${isTheirs})`;
      const { revoked } = await db.batch({
        audit: auditRow(db, { ...act, userId, ...revocation }, exists),
        revoked: db.delete(apiTokens).where(isTheirs).returning({ id: apiTokens.id }),
      });
      return revoked.length > 0;
    },
  };
}

/**
 * The statement that revokes every token of a person: tokens end with the password or e-mail under which they were created.
 */
export function revokeTokens(db: Db, userId: string | SQL, condition: SQL = sql`TRUE`) {
  return db.delete(apiTokens).where(sql`${apiTokens.userId} = ${userId} AND ${condition}`);
}
