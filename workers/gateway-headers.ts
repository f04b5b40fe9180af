import { gateHeaders } from '#app/domain/held-webhooks/answers.ts';
import { foreignCookies } from '#app/http/cookies.ts';
import { clientAcceptEncoding } from './gateway-encoding.ts';
import { STRICT_TRANSPORT_SECURITY } from './security-headers.ts';

/** Facts about the connection to us, which the workspace must not take for its own. */
const droppedFromRequest = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'forwarded',
];

/** @returns the headers that a request goes on to its workspace with. */
export function headersForWorkspace(request: Request): Headers {
  const headers = new Headers(request.headers);
  for (const name of droppedFromRequest) headers.delete(name);
  for (const name of [...headers.keys()]) {
    // `weft-` headers are the portal's word to the workspace: no sender's.
    if (/^(cf|x-forwarded|weft)-/.test(name)) headers.delete(name);
  }
  const { host, protocol } = new URL(request.url);
  // The workspace chooses a coding for its client, not for the Worker.
  headers.set('Accept-Encoding', clientAcceptEncoding(request));
  headers.set('X-Forwarded-Host', host);
  headers.set('X-Forwarded-Proto', protocol.slice(0, -1));
  const address = request.headers.get('CF-Connecting-IP');
  if (address) headers.set('X-Forwarded-For', address);

  // What runs in a workspace is its users' code: it never sees the portal's own cookies.
  const cookies = foreignCookies(request);
  if (cookies === null) headers.delete('Cookie');
  else headers.set('Cookie', cookies);
  return headers;
}

/**
 * @returns the headers that a workspace's answer reaches the browser with. A cookie with a Domain could reach the
 *   portal or another workspace, and `Clear-Site-Data` would clear the whole site's cookies: both stay behind.
 */
export function headersForClient(answer: Response, isSecure: boolean): Headers {
  const headers = new Headers(answer.headers);
  if (isSecure) headers.set('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
  headers.delete('Clear-Site-Data');
  headers.delete(gateHeaders.passed);
  headers.delete('Set-Cookie');
  for (const cookie of answer.headers.getSetCookie()) {
    if (!/;\s*domain\s*=/i.test(cookie)) headers.append('Set-Cookie', cookie);
  }
  return headers;
}
