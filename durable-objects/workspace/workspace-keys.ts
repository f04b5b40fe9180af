import {
  decryptWithRing,
  encryptWithRing,
  isSealedWithCurrentKey,
  type KeyRing,
  readSealedVersion,
} from '#app/crypto/key-ring.ts';
import { KeyUnavailable, masterKeyOf, workspaceKey } from '#app/crypto/workspace-key.ts';

const ENCRYPTION_KEY_BYTES = 32;

const NAMES = ['encryption', 'sign-in', 'held-webhooks'] as const;
type Name = (typeof NAMES)[number];
interface Row extends Record<string, SqlStorageValue> {
  /** Version of the master key that derived the key; 0 for a random key. */
  version: number;
  sealed: string;
  /** Generation whose process got the sign-in key. */
  generation: number | null;
}

/**
 * The keys of a workspace's process, sealed with the newest master key. n8n cannot re-encrypt its data, so its encryption
 * key never changes.
 */
export function workspaceKeys(sql: SqlStorage, ring: KeyRing) {
  /** The last unsealed sign-in key: unsealing derives a key first, and each replayed webhook is signed with it. */
  let lastSignIn: { sealed: string; key: string } | undefined;

  const read = (name: Name) =>
    sql.exec<Row>('SELECT version, sealed, generation FROM keys WHERE name = ?', name).toArray()[0];

  /** Opens a key, and reseals it with the newest version if an older one sealed it. @throws KeyUnavailable. */
  async function open(workspaceId: string, name: Name): Promise<string | null> {
    const row = read(name);
    if (!row) return null;
    const { sealed } = row;
    if (name === 'sign-in' && lastSignIn?.sealed === sealed) return lastSignIn.key;
    const key = await unseal(sealed, contextOf(workspaceId, name));
    const isCurrent = isSealedWithCurrentKey(sealed, ring);
    if (name === 'sign-in' && isCurrent) lastSignIn = { sealed, key };
    if (isCurrent) return key;
    const resealed = await encryptWithRing(ring, key, contextOf(workspaceId, name));
    // Does nothing if another call has replaced or resealed the key meanwhile.
    sql.exec('UPDATE keys SET sealed = ? WHERE name = ? AND sealed = ?', resealed, name, sealed);
    return key;
  }

  async function unseal(sealed: string, context: string): Promise<string> {
    const version = readSealedVersion(sealed);
    if (version !== null) masterKeyOf(ring, version);
    const key = await decryptWithRing(ring, sealed, context);
    if (key === null) {
      throw new KeyUnavailable(
        `Version ${version} of WORKSPACE_MASTER_KEY is not the key it was: restore it.`,
      );
    }
    return key;
  }

  /**
   * @param canMake whether a new key can be stored; called right before the write, so that a workspace deleted meanwhile
   *   gets none.
   * @returns a random key, created when first needed.
   */
  async function ownKey(
    workspaceId: string,
    name: 'encryption' | 'held-webhooks',
    canMake = () => true,
  ): Promise<string> {
    if (!read(name)) {
      const sealed = await encryptWithRing(ring, randomKey(), contextOf(workspaceId, name));
      if (!canMake()) throw new Error(`The workspace ${workspaceId} is deleted and gets no key.`);
      // Of two concurrent calls, the first one's key stays.
      sql.exec(
        'INSERT INTO keys (name, version, sealed) VALUES (?, 0, ?) ON CONFLICT DO NOTHING',
        name,
        sealed,
      );
    }
    return (await open(workspaceId, name)) ?? throwMissingKey();
  }

  /** @throws Error if no process has a key yet. */
  async function signInKey(workspaceId: string): Promise<string> {
    return (await open(workspaceId, 'sign-in')) ?? throwMissingKey();
  }

  /** A generation keeps its first key: only another generation gets another process. */
  async function chooseSignInKey(workspaceId: string, generation: number): Promise<void> {
    const row = read('sign-in');
    if (row && (row.generation ?? 0) >= generation) return;
    const [current] = ring;
    const key = workspaceKey(current.secret, workspaceId, 'sign-in');
    const sealed = await encryptWithRing(ring, key, contextOf(workspaceId, 'sign-in'));
    sql.exec(
      `INSERT INTO keys (name, version, sealed, generation) VALUES ('sign-in', ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, sealed = excluded.sealed, generation = excluded.generation
         WHERE coalesce(keys.generation, 0) < excluded.generation`,
      current.version,
      sealed,
      generation,
    );
  }

  return {
    signInKey,
    /**
     * @param canMake whether the workspace may get one.
     * @returns the key that seals held webhooks.
     * @throws KeyUnavailable.
     */
    heldWebhooksKey: (workspaceId: string, canMake: () => boolean) =>
      ownKey(workspaceId, 'held-webhooks', canMake),
    /** Makes everything sealed under that key permanently unreadable. */
    dropHeldWebhooksKey(): void {
      sql.exec(`DELETE FROM keys WHERE name = 'held-webhooks'`);
    },

    /** @returns the contents of the Secret of a generation's process. @throws KeyUnavailable. */
    async forGeneration(workspaceId: string, generation: number) {
      const encryption = await ownKey(workspaceId, 'encryption');
      await chooseSignInKey(workspaceId, generation);
      const signIn = await signInKey(workspaceId);
      return { encryptionKey: encryption, signInKey: signIn, signInVersion: read('sign-in')?.version ?? 1 };
    },

    /** Seals all keys with the newest version; safe to interrupt and repeat. @throws KeyUnavailable. */
    async reseal(workspaceId: string): Promise<void> {
      await Promise.all(NAMES.map((name) => open(workspaceId, name)));
    },

    /** @returns the versions that the sealed keys need, and the version with which the running process signs. */
    versions(): { sealed: number[]; signIn: number | null } {
      const rows = NAMES.map(read).filter((row) => row !== undefined);
      const sealed = rows.map(({ sealed }) => readSealedVersion(sealed));
      return {
        sealed: sealed.filter((version) => version !== null),
        signIn: read('sign-in')?.version ?? null,
      };
    },
  };
}

function contextOf(workspaceId: string, name: Name): string {
  return `workspace:${workspaceId}:${name}`;
}

function randomKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(ENCRYPTION_KEY_BYTES))).toString('hex');
}

function throwMissingKey(): never {
  throw new Error('No process of the workspace has a key.');
}
