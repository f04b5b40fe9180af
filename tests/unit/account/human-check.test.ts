import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { altchaCheck } from '#app/integrations/human-check/altcha.ts';
import { testClient as client } from '../../support/own-database.ts';

/** At least production's cost, according to the configuration (tests/unit/config.test.ts). */
const settings = { key: 'h'.repeat(32), maxGuesses: 3_000 };

/** @returns a check whose clock is `lateMs` ahead. */
function checkOf({ maxGuesses = settings.maxGuesses, lateMs = 0 } = {}) {
  return altchaCheck({ ...settings, maxGuesses, clock: { now: () => Date.now() + lateMs } });
}

/** @returns a challenge as the page receives it, its solution, and the form's answer. */
async function solve(check: ReturnType<typeof checkOf>) {
  const challenge = (await check.challenge()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('The challenge has no solution.');
  return { challenge, solution, payload: btoa(JSON.stringify({ challenge, solution })) };
}

test('a production challenge costs at least a thousand guesses of a thousand iterations', async () => {
  const check = checkOf();
  const { challenge, solution, payload } = await solve(check);
  expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1_000 });
  expect(solution.counter).toBeGreaterThanOrEqual(1_000);
  expect(solution.counter).toBeLessThanOrEqual(3_000);
  expect(await check.verify(payload, client)).toEqual({ id: challenge.signature });
});

test('refuses a challenge with a lower cost, an expired one and one of another key', async () => {
  const check = checkOf({ maxGuesses: 3 });
  const { challenge, solution, payload } = await solve(check);
  const cheaper = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
  expect(await check.verify(btoa(JSON.stringify({ challenge: cheaper, solution })), client)).toBeNull();
  const other = altchaCheck({ ...settings, key: 'o'.repeat(32), clock: { now: Date.now } });
  expect(await other.verify(payload, client)).toBeNull();
  const expired = await solve(checkOf({ maxGuesses: 3, lateMs: -31 * MINUTE_MS }));
  expect(await check.verify(expired.payload, client)).toBeNull();
  expect(await check.verify(payload, client)).toEqual({ id: challenge.signature });
});
