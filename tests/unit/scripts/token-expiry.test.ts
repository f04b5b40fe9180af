import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { refuseLastingTokens } from '#scripts/token-expiry.ts';

const now = Date.UTC(2026, 10, 22);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
const endingIn = (days: number) => jwt({ exp: (now + days * DAY_MS) / 1_000 });

test('tokens of 90 days are accepted in silence', () => {
  expect(refuseLastingTokens({ DATABASE_TOKEN: endingIn(90), 'eu-1': endingIn(15) }, now)).toEqual([]);
});

test('a token that ends within two weeks is named with its day', () => {
  expect(refuseLastingTokens({ 'the cluster eu-1': endingIn(3) }, now)).toEqual([
    'the cluster eu-1 ends on 2026-11-25: replace it.',
  ]);
});

test.each([
  ['without an end', jwt({ iat: now / 1_000 }), 'has no end'],
  ['with an end that is no number', jwt({ exp: '2026-12-01' }), 'has no end'],
  ['that is no JSON Web Token', 'sk_live_1234567890', 'has no end'],
  ['with a payload that is no JSON', 'a.b.c', 'has no end'],
  ['that is over', endingIn(-1), 'is over'],
  ['of a year', endingIn(365), 'lasts for more than 100 days'],
] as const)('a token %s stops the deployment, and is not shown', (_case, token, reason) => {
  const refusal = () => refuseLastingTokens({ DATABASE_TOKEN: token, other: endingIn(90) }, now);
  expect(refusal).toThrow(`DATABASE_TOKEN: ${reason}`);
  expect(refusal).not.toThrow(token);
  expect(refusal).not.toThrow('other');
});
