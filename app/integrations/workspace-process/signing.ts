import { createHash, createHmac } from 'node:crypto';

/** Reads, each with its path under `/weft/`. */
export type ReadPurpose = 'usage' | 'check' | 'usage-days' | 'executions' | 'export';

/** The key with which a workspace's process verifies. @throws KeyUnavailable. */
export type KeyOf = (workspaceId: string) => Promise<string>;

/** @returns the hex HMAC-SHA256 of the purpose, under the workspace's own key. */
export function signPurpose(
  purpose:
    | ReadPurpose
    | `${'import' | 'sign-out' | 'people' | 'export-credentials' | 'import-credentials' | 'gate' | 'replay'}:${string}`,
  key: string,
): string {
  return createHmac('sha256', key).update(purpose).digest('hex');
}

/** @returns the hex SHA-256 of a body. */
export function sha256(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
