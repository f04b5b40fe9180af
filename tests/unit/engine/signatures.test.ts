import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { localPath } from '#engine/hook/sign-in.ts';
import { isSignedCall, LINK_LIFETIME_MS, readLink, signToken } from '#engine/hook/signatures.ts';

const key = 'k'.repeat(43);
const claims = { jti: 'a', iat: 0, exp: 60_000, email: 'ada@example.com', name: 'Ada', role: 'owner' };

test('reads a link of the portal as signed', () => {
  expect(readLink(signToken(claims, key), key)).toEqual(claims);
  expect(readLink(signToken({ ...claims, iat: undefined }, key), key)?.iat).toBe(60_000 - LINK_LIFETIME_MS);
});

const token = signToken(claims, key);
const [payload = '', signature = ''] = token.split('.');
test.each([
  ['', 'nothing'],
  ['.', 'two empty parts'],
  [payload, 'no signature'],
  [`${payload}.`, 'an empty signature'],
  [`${payload}.${signature}x`, 'a longer signature'],
  [`${payload}.${signature.slice(1)}`, 'a shorter signature'],
  [`${payload}.${signature.toUpperCase()}`, 'another case'],
  [`${token}.${signature}`, 'three parts'],
  [signToken(claims, 'x'.repeat(43)), 'another workspace’s key'],
  [signToken([], key), 'a list'],
  [signToken({ ...claims, role: 'admin' }, key), 'an unknown role'],
  [signToken({ ...claims, jti: '' }, key), 'an empty id'],
  [signToken({ ...claims, exp: '60000' }, key), 'a time that is text'],
  [
    signToken({ purpose: 'login-code', workspace: 'ada', email: 'ada@example.com', exp: 1 }, key),
    'a token of its own',
  ],
])('%# %2$s is not a link', (given) => {
  expect(readLink(given, key)).toBeNull();
});

test('accepts a call’s signature only for its purpose', () => {
  const hex = createHmac('sha256', key).update('usage').digest('hex');
  expect(isSignedCall(`Bearer ${hex}`, 'usage', key)).toBe(true);
  for (const header of [
    undefined,
    '',
    hex,
    `Basic ${hex}`,
    `Bearer ${hex} x`,
    `Bearer ${hex}00`,
    `Bearer ${hex.toUpperCase()}`,
  ])
    expect(isSignedCall(header, 'usage', key), header).toBe(false);
  expect(isSignedCall(`Bearer ${hex}`, 'export', key)).toBe(false);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/a\nb',
  '/ä',
  '',
  undefined,
  'workflows',
])('a link never redirects to another host: %s', (path) => {
  expect(localPath(path)).toBe('/');
});
