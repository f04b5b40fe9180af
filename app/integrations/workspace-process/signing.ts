import { toHex } from '#app/domain/encoding/bytes.ts';

/** Reads, each with its path under `/weft/`. */
export type ReadPurpose = 'usage' | 'check' | 'usage-days' | 'executions' | 'export';

/** The key with which a workspace's process verifies. @throws KeyUnavailable. */
export type KeyOf = (workspaceId: string) => Promise<string>;

/** @returns the hex HMAC-SHA256 of the purpose, under the workspace's own key. */
export async function signPurpose(
  purpose:
    | ReadPurpose
    | `${'import' | 'sign-out' | 'people' | 'export-credentials' | 'import-credentials' | 'gate' | 'replay'}:${string}`,
  key: string,
): Promise<string> {
  const bytes = new TextEncoder();
  const imported = await crypto.subtle.importKey(
    'raw',
    bytes.encode(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes.encode(purpose))));
}

/** @returns the hex SHA-256 of bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
