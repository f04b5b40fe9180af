import type { ApiToken } from '#app/domain/access/api-token.ts';
import type { Permission } from '#app/domain/access/roles.ts';
import type { Viewer, ViewerState } from '#app/domain/access/viewer.ts';
import type { ClientInfo } from '../client-info.ts';

/** Personal API tokens in the database; each method is one round trip. */
export interface ApiTokenStore {
  /** Reads the token, its person, account, plan, subscription and workspace. */
  viewer(tokenHash: string, now: number): Promise<ViewerState>;
  touch(tokenHash: string, now: number): Promise<void>;
  /** @returns the person's tokens, the latest first; of all their accounts. */
  list(viewer: Viewer): Promise<ApiToken[]>;
  /** @returns whether it was made: not when the person has `limit` already. */
  create(input: {
    now: number;
    viewer: Viewer;
    id: string;
    name: string;
    tokenHash: string;
    scopes: readonly Permission[];
    expiresAt: number | null;
    limit: number;
    client: ClientInfo;
  }): Promise<boolean>;
  /** @returns whether there was such a token of the viewer's. */
  revoke(input: { now: number; viewer: Viewer; tokenId: string; client: ClientInfo }): Promise<boolean>;
}
