import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHALLENGE_LIFETIME_MS,
  type ChallengeUse,
  createChallenge,
  readChallenge,
} from '#app/use-cases/second-factor/challenge.ts';
import { anyText } from '#tests/support/any-text.ts';

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const now = Date.UTC(2026, 10, 22);
const use: ChallengeUse = { purpose: 'sign-in', subject: 'ses_1', now };
const purposes = fc.constantFrom<ChallengeUse['purpose']>('sign-in', 'register', 'confirm');

test('is read within its five minutes, with the same id each time', async () => {
  const challenge = createChallenge(key, use);
  const first = readChallenge([key], challenge, use);
  expect(first?.id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(readChallenge([key], challenge, { ...use, now: now + CHALLENGE_LIFETIME_MS - 1 })).toEqual(first);
  expect(readChallenge([key], challenge, { ...use, now: now + CHALLENGE_LIFETIME_MS })).toBeNull();
});

test('has a new id each time', async () => {
  const ids = await Promise.all(
    Array.from({ length: 100 }, async () => readChallenge([key], createChallenge(key, use), use)?.id),
  );
  expect(new Set(ids).size).toBe(100);
});

test('is only valid for its own purpose, subject and key', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([purposes, purposes, anyText, anyText, fc.boolean()] as const),
      async (purpose, otherPurpose, subject, otherSubject, isOtherKey) => {
        const challenge = createChallenge(key, { purpose, subject, now });
        const reader = isOtherKey ? otherKey : key;
        const read = readChallenge([reader], challenge, {
          purpose: otherPurpose,
          subject: otherSubject,
          now,
        });
        expect(read !== null).toBe(!isOtherKey && purpose === otherPurpose && subject === otherSubject);
        expect(readChallenge([key], challenge, { purpose, subject, now }) !== null).toBe(true);
      },
    ),
  );
});

test('refuses a challenge with any one character changed', async () => {
  const challenge = createChallenge(key, use);
  for (let at = 0; at < challenge.length; at += 1) {
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const altered = challenge.slice(0, at) + character + challenge.slice(at + 1);
      expect(readChallenge([key], altered, use) !== null).toBe(altered === challenge);
    }
  }
});

test('refuses any other text', async () => {
  const challenge = createChallenge(key, use);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyText,
        fc.base64String(),
        fc.constant(`${challenge}=`),
        fc.constant(` ${challenge}`),
        fc.nat({ max: 53 }).map((length) => challenge.slice(0, length)),
      ),
      async (text) => {
        expect(readChallenge([key], text, use)).toBeNull();
      },
    ),
  );
});
