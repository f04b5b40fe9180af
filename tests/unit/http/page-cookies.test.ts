import { expect, test } from 'vitest';
import { localeCookie } from '#app/http/cookies.ts';
import { readLocale } from '#app/http/locale.ts';
import { pageTimezone, rememberTimezone } from '#app/http/timezone.ts';

const asking = (cookie: string) => new Request('https://weft.example/', { headers: { Cookie: cookie } });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

test.each([
  ['timezone=America/New_York', 'Asia/Tokyo', { zone: 'America/New_York', isReaders: true }],
  // An invalid zone counts as missing, and so does a planted cookie with the other name.
  ['timezone=Mars/Olympus', 'Asia/Tokyo', { zone: 'Asia/Tokyo', isReaders: false }],
  ['timezone=', 'Asia/Tokyo', { zone: 'Asia/Tokyo', isReaders: false }],
  ['__Host-timezone=America/New_York', null, { zone: 'Etc/UTC', isReaders: false }],
  ['', 'Etc/UTC', { zone: 'Etc/UTC', isReaders: false }],
  ['', null, { zone: 'Etc/UTC', isReaders: false }],
])('a page for the cookie %j of an account in %s is written in %o', (cookie, accountZone, zone) => {
  expect(pageTimezone(asking(cookie), false, accountZone)).toEqual(zone);
});

test('on https the cookie has the prefix that no subdomain can plant', () => {
  expect(pageTimezone(asking('timezone=Asia/Tokyo'), true, null).isReaders).toBe(false);
  expect(pageTimezone(asking('__Host-timezone=Asia/Tokyo'), true, null).zone).toBe('Asia/Tokyo');
});

test.each([true, false])(
  'the browser sends its zone in a cookie that the server reads back (https: %s)',
  (isSecure) => {
    const document = { cookie: '' };
    rememberTimezone(document, isSecure);
    const [pair = '', ...attributes] = document.cookie.split('; ');
    expect(attributes).toEqual([
      'Path=/',
      `Max-Age=${YEAR_SECONDS}`,
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ]);
    expect(pageTimezone(asking(pair), isSecure, null).isReaders).toBe(true);
  },
);

test('the language is remembered for 365 days (spec §9)', () => {
  const [pair = '', ...attributes] = localeCookie.set('en', true).split('; ');
  expect(pair).toBe('__Host-locale=en');
  expect(attributes).toContain(`Max-Age=${YEAR_SECONDS}`);
  expect(readLocale(asking(pair), true)).toBe('en');
});

test.each([
  '',
  'locale=de',
  'locale=EN',
  'locale=en-US',
  'locale=<script>',
  '__Host-locale=en',
  'xlocale=en',
])('the cookie %j names no supported language', (cookie) => {
  expect(readLocale(asking(cookie), false)).toBeNull();
});
