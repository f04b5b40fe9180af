import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';

const TOKEN_BYTES = 32;
const ID_BYTES = 15;

/** @returns a random id with its kind in front, such as `usr_…` (design §3, "Ids are prefixed and random"). */
export function newId(
  prefix: 'usr' | 'acc' | 'wks' | 'ses' | 'inv' | 'msg' | 'aud' | 'evt' | 'req' | 'bkp' | 'tok' | 'chk',
): string {
  return `${prefix}_${encodeBase64Url(crypto.getRandomValues(new Uint8Array(ID_BYTES)))}`;
}

/** @returns 256 random bits for a session or a link; the holder's only proof, so never stored as it is. */
export function newToken(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

/** The form in which a token is stored and looked up. A fast hash suffices: 256 random bits cannot be guessed. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return encodeBase64Url(new Uint8Array(digest));
}
