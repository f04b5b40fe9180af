import { gateHeaders } from '#app/domain/held-webhooks/answers.ts';
import { foreignCookies } from '#app/http/cookies.ts';
import { urlOf } from '#app/http/url-of.ts';
import { STRICT_TRANSPORT_SECURITY } from '../security-headers.ts';
import { clientAcceptEncoding } from './encoding.ts';

/**
 * Headers of the connection to the gateway. They must not reach the workspace, nor must those that `Connection` names (RFC 9110, 7.6.1).
 * The runtime fulfils `Expect`; many servers refuse every request with an unknown expectation, so no replay would pass.
 */
const droppedFromRequest = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'expect',
  'forwarded',
];

/** @returns a request's headers for its workspace. */
export function headersForWorkspace(request: Request): Headers {
  const headers = new Headers(request.headers);
  const named = (headers.get('Connection') ?? '').toLowerCase().split(/[\s,]+/);
  for (const name of [...headers.keys()]) {
    const isHop = droppedFromRequest.includes(name) || (named.includes(name) && name !== 'upgrade');
    // Only the portal sends `weft-` headers to a workspace.
    if (isHop || /^(cf|x-forwarded|weft)-/.test(name)) headers.delete(name);
  }
  const { host, protocol } = urlOf(request);
  // The workspace chooses a coding for the client, not for the Worker.
  headers.set('Accept-Encoding', clientAcceptEncoding(request));
  headers.set('X-Forwarded-Host', host);
  headers.set('X-Forwarded-Proto', protocol.slice(0, -1));
  const address = request.headers.get('CF-Connecting-IP');
  if (address) headers.set('X-Forwarded-For', address);

  // A workspace runs its users' code, which must not see the portal's cookies.
  const cookies = foreignCookies(request);
  if (cookies === null) headers.delete('Cookie');
  else headers.set('Cookie', cookies);
  return headers;
}

/**
 * Adapts the headers of a workspace's answer for its client. Drops cookies with a Domain, which could reach the portal or
 * another workspace, and `Clear-Site-Data`, which would clear the cookies of the whole site.
 */
export function adaptHeadersForClient(headers: Headers, isSecure: boolean): void {
  if (isSecure) headers.set('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
  headers.delete('Clear-Site-Data');
  headers.delete(gateHeaders.passed);
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies) {
    if (!/;\s*domain\s*=/i.test(cookie)) headers.append('Set-Cookie', cookie);
  }
}
