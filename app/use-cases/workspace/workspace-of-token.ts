import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';

/**
 * @returns the workspace that a token claims as its origin; unverified, only for choosing the key that verifies it. Null
 *   for anything but a token.
 */
export function workspaceOfToken(token: string): string | null {
  const claims = decodeBase64Url(token.split('.')[0] ?? '');
  const payload = claims && parseOptionalJson(new TextDecoder().decode(claims));
  if (typeof payload !== 'object' || payload === null || !('workspace' in payload)) return null;
  return typeof payload.workspace === 'string' ? payload.workspace : null;
}
