import { expect, test } from 'vitest';
import { noticeCookie, sessionCookie, setSessionCookies } from '#app/http/cookies.ts';
import { readNotice } from '#app/http/notice-cookie.ts';
import { readDeviceToken, readSessionToken } from '#app/http/session-token.ts';
import { headersForWorkspace } from '#workers/gateway/headers.ts';

const sessionToken = 's'.repeat(43);
const deviceToken = 'd'.repeat(43);

/** Every cookie that the portal sets, by its name over http. */
function portalCookies(isSecure: boolean): Array<[string, string]> {
  const [session, device] = setSessionCookies(
    { sessionToken },
    { client: { newDeviceToken: deviceToken }, portal: { isSecure } },
  );
  return [
    ['token', session?.[1] ?? ''],
    ['device', device?.[1] ?? ''],
    ['notice', noticeCookie.set('signed-out', isSecure)],
    ['token', sessionCookie.clear(isSecure)],
    ['notice', noticeCookie.clear(isSecure)],
  ];
}

/** A request with cookies of these names. */
function requestWith(cookies: Record<string, string>): Request {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return new Request('https://weft.example/', { headers: { Cookie: pairs.join('; ') } });
}

test.each(portalCookies(true))('on https the cookie %s is bound to the portal: %s', (name, cookie) => {
  const [pair = '', ...attributes] = cookie.split('; ');
  expect(pair.split('=')[0]).toBe(`__Host-${name}`);
  expect(attributes.filter((attribute) => !attribute.startsWith('Max-Age=')).sort()).toEqual([
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
});

test.each(portalCookies(false))('on http the cookie %s has neither prefix nor Secure: %s', (name, cookie) => {
  const [pair = '', ...attributes] = cookie.split('; ');
  expect(pair.split('=')[0]).toBe(name);
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']));
  expect(attributes).not.toContain('Secure');
});

test('on https a cookie without the prefix is ignored, since a subdomain could plant it', () => {
  const planted = requestWith({ token: sessionToken, device: deviceToken, notice: 'signed-out' });
  expect(readSessionToken(planted, true)).toBeNull();
  expect(readDeviceToken(planted, true)).toBeNull();
  expect(readNotice(planted, true)).toBeNull();
  const own = requestWith({
    '__Host-token': sessionToken,
    '__Host-device': deviceToken,
    '__Host-notice': 'signed-out',
  });
  expect(readSessionToken(own, true)).toBe(sessionToken);
  expect(readDeviceToken(own, true)).toBe(deviceToken);
  expect(readNotice(own, true)).toBe('signed-out');
});

test.each(['constructor', '__proto__', 'toString', 'no-such-notice', ''])(
  'an unknown notice is ignored: %j',
  (code) => {
    expect(readNotice(requestWith({ '__Host-notice': code }), true)).toBeNull();
  },
);

test('no cookie of the portal reaches a workspace, under either name', () => {
  const ours = ['token', 'device', 'notice'].flatMap((name) => [name, `__Host-${name}`]);
  const all = Object.fromEntries([...ours, 'n8n-auth', 'tokens'].map((name) => [name, 'x']));
  expect(headersForWorkspace(requestWith(all)).get('Cookie')).toBe('n8n-auth=x; tokens=x');
  const oursAlone = Object.fromEntries(ours.map((name) => [name, 'x']));
  expect(headersForWorkspace(requestWith(oursAlone)).has('Cookie')).toBe(false);
  // After a request with cookies.
  expect(headersForWorkspace(new Request('https://weft.example/')).has('Cookie')).toBe(false);
});
