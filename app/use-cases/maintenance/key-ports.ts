import type { KeyRing } from '#app/crypto/key-ring.ts';
import type { KeyUse } from '#app/domain/keys/key-use.ts';

/** What the database knows of the keys that the workspaces' objects hold; each method is one round trip. */
export interface WorkspaceKeyStore {
  /** @returns objects to ask: those that have not sealed with this version yet, or that needed an older one. */
  due(request: {
    newestVersion: number;
    now: number;
    limit: number;
  }): Promise<Array<{ workspaceId: string; restart: boolean }>>;
  /** @param use what the object said; `failed` when it said nothing, so that the others come first next time. */
  record(
    outcomes: ReadonlyArray<{ workspaceId: string; use: KeyUse | null | 'failed' }>,
    request: { newestVersion: number; now: number },
  ): Promise<void>;
}

/** A column of sealed texts in the database. */
export interface SealedRows {
  /** Its key, as it is configured. */
  ring: KeyRing;
  /** @returns rows that another version than the ring's newest sealed, with the context of each. */
  outdated(limit: number): Promise<Array<{ id: string; sealed: string; context: string }>>;
  /** Replaces texts in one round trip, each unless its row was changed meanwhile. */
  replace(texts: ReadonlyArray<{ id: string; from: string; to: string }>): Promise<void>;
}
