import type { ApiToken } from '#app/domain/access/api-token.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Permission } from '#app/domain/access/roles.ts';
import type { Viewer, ViewerState } from '#app/domain/access/viewer.ts';

/** Personal API tokens in the database; each method is one round trip. */
export interface ApiTokenStore {
  /** Reads the token, its person, account, plan, subscription and workspace. */
  viewer(tokenHash: string, now: number): Promise<ViewerState>;
  touch(tokenHash: string, now: number): Promise<void>;
  /** @returns the person's tokens, the latest first; of all their accounts. */
  list(viewer: Viewer): Promise<ApiToken[]>;
  /** Makes none when the person has one of that name, or `limit` of them, already. */
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
  }): Promise<'made' | 'name-taken' | 'too-many'>;
  /** @returns whether there was such a token of the viewer's. */
  revoke(input: { now: number; viewer: Viewer; tokenId: string; client: ClientInfo }): Promise<boolean>;
}
