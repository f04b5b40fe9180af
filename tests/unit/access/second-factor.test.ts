import { expect, test } from 'vitest';
import { hasSecondFactor, isPendingSignInAlive, isProofRecent } from '#app/domain/access/second-factor.ts';
import { owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';

test('a proof counts for exactly fifteen minutes, and a token needs none', () => {
  const now = 1_000_000_000;
  expect(isProofRecent(now, now)).toBe(true);
  expect(isProofRecent(now - 15 * MINUTE_MS + 1, now)).toBe(true);
  expect(isProofRecent(now - 15 * MINUTE_MS, now)).toBe(false);
  expect(isProofRecent(0, now)).toBe(false);
  expect(isProofRecent(null, now)).toBe(true);
});

test('a pending sign-in expires after fifteen minutes', () => {
  expect(isPendingSignInAlive({ createdAt: 5 }, 5 + 15 * MINUTE_MS - 1)).toBe(true);
  expect(isPendingSignInAlive({ createdAt: 5 }, 5 + 15 * MINUTE_MS)).toBe(false);
});

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
  [true, true, true],
])('app %s, passkey %s: has a second factor is %s', (app, passkey, expected) => {
  expect(hasSecondFactor({ app, passkey })).toBe(expected);
  const viewer = (requiresSecondFactor: boolean) =>
    ({ account: { requiresSecondFactor }, user: { factors: { app, passkey } } }) as Pick<
      Viewer,
      'account' | 'user'
    >;
  expect(owesSecondFactor(viewer(true))).toBe(!expected);
  expect(owesSecondFactor(viewer(false))).toBe(false);
});
