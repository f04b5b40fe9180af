import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { refuseUnexpiringTokens } from '#scripts/token-expiry.ts';

const now = Date.UTC(2026, 10, 22);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
const expiringIn = (days: number) => jwt({ exp: (now + days * DAY_MS) / 1_000 });

test('accepts tokens of 90 days silently', () => {
  expect(refuseUnexpiringTokens({ DATABASE_TOKEN: expiringIn(90), 'eu-1': expiringIn(15) }, now)).toEqual([]);
});

test('names a token that expires within two weeks, with its day', () => {
  expect(refuseUnexpiringTokens({ 'the cluster eu-1': expiringIn(3) }, now)).toEqual([
    'the cluster eu-1 expires on 2026-11-25: replace it.',
  ]);
});

test.each([
  ['without an expiry', jwt({ iat: now / 1_000 }), 'has no readable expiry'],
  ['with an expiry that is not a number', jwt({ exp: '2026-12-01' }), 'has no readable expiry'],
  ['that is not a JSON Web Token', 'sk_live_1234567890', 'has no readable expiry'],
  ['with a payload that is not JSON', 'a.b.c', 'has no readable expiry'],
  ['that has expired', expiringIn(-1), 'has expired'],
  ['of a year', expiringIn(365), 'lasts for more than 100 days'],
] as const)('a token %s stops the deployment, and is not shown', (_case, token, reason) => {
  const refusal = () => refuseUnexpiringTokens({ DATABASE_TOKEN: token, other: expiringIn(90) }, now);
  expect(refusal).toThrow(`DATABASE_TOKEN: ${reason}`);
  expect(refusal).not.toThrow(token);
  expect(refusal).not.toThrow('other');
});
