import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { OpenLinkRequest } from './rpc.ts';

/** Design §4, "Links": long enough for a redirect, too short to be found later. */
export const SIGN_IN_LINK_LIFETIME_MS = MINUTE_MS;
const ID_BYTES = 16;

/**
 * Makes the link by which a person is signed in to their workspace: `PAYLOAD.SIG`, both base64url, the payload JSON
 * `{jti, exp, email, name, role, path?}` and SIG its HMAC-SHA256. The workspace keeps the `jti`s it has seen, which
 * makes the link single-use.
 *
 * @param now REAL time in UTC ms: the workspace that checks `exp` knows of no sandbox clock.
 */
export async function signInLink(options: {
  origin: string;
  signInKey: string;
  request: OpenLinkRequest;
  now: number;
}): Promise<string> {
  const { email, name, role, path } = options.request;
  const utf8 = new TextEncoder();
  const payload = encodeBase64Url(
    utf8.encode(
      JSON.stringify({
        jti: encodeBase64Url(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
        exp: options.now + SIGN_IN_LINK_LIFETIME_MS,
        email,
        name,
        role,
        ...(path !== undefined && isLocalPath(path) ? { path } : {}),
      }),
    ),
  );
  const key = await crypto.subtle.importKey(
    'raw',
    utf8.encode(options.signInKey),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = encodeBase64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(payload))),
  );
  return `${options.origin}/weft/sign-in?token=${payload}.${signature}`;
}

/** Browsers read a backslash as a slash: either would turn the rest into another host. */
function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);
}
