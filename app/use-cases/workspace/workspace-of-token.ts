import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';

/**
 * @returns the workspace that a call's token says it comes from, which nobody has checked yet: it tells only whose key
 *   to check it by. Null for what is no token.
 */
export function workspaceOfToken(token: string): string | null {
  try {
    const claims = decodeBase64Url(token.split('.')[0] ?? '');
    const payload: unknown = claims && JSON.parse(new TextDecoder().decode(claims));
    if (typeof payload !== 'object' || payload === null || !('workspace' in payload)) return null;
    return typeof payload.workspace === 'string' ? payload.workspace : null;
  } catch {
    return null;
  }
}
