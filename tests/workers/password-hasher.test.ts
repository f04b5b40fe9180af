import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { deriveKey } from '#app/crypto/derive-key.ts';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Env } from '#workers/env.ts';
import { remoteDeriveKey } from '#workers/password-hasher.ts';

/** Cheap enough for a test, with enough turns between two hashes that a kill falls into the queue. */
const COST = { N: 1024, r: 8, p: 1 };
/** The queue counts N alone, so few hashes fill it; each costs a 24th of a password's. */
const FILLING = { N: PASSWORD_HASH_COST, r: 1, p: 1 };
const QUEUED = 16;
const salt = new Uint8Array(16);

/** As far as the hasher reads it. */
const worker = { PASSWORD_HASHER: env.PASSWORD_HASHER } as Env;
const hasherOf = (place: string) => env.PASSWORD_HASHER.get(env.PASSWORD_HASHER.idFromName(place));

test('answers in order of arrival, each with the key of its own password', async () => {
  const derive = remoteDeriveKey(worker, () => 'order');
  const passwords = Array.from({ length: 12 }, (_, index) => `password ${index}`);
  const ended: string[] = [];
  const keys = await Promise.all(
    passwords.map(async (password) => {
      const key = await derive(password, salt, COST);
      ended.push(password);
      return key;
    }),
  );
  expect(ended).toEqual(passwords);
  expect(keys).toEqual(await Promise.all(passwords.map((password) => deriveKey(password, salt, COST))));
});

test('a killed object answers each waiting sign-in that it can be repeated, and then hashes again', async () => {
  const derive = remoteDeriveKey(worker, () => 'killed');
  const waiting = Array.from({ length: 12 }, (_, index) =>
    derive(`password ${index}`, salt, COST).catch((error: unknown) => error),
  );
  await Promise.race(waiting);
  await runInDurableObject(hasherOf('killed'), (_object, state) => state.abort('killed')).catch(() => {});
  const answers = await Promise.all(waiting);
  expect(answers[0]).toEqual(await deriveKey('password 0', salt, COST));
  const refused = answers.filter((answer) => !(answer instanceof Uint8Array));
  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'passwords_busy', status: 503, retryAfterSeconds: 3 });
  }
  // The dead object's queue is gone: a retry waits for no earlier request.
  expect(await derive('password 11', salt, COST)).toEqual(await deriveKey('password 11', salt, COST));
});

test('sign-ins whose senders have left make room like others', async () => {
  const hasher = hasherOf('left');
  const left = Array.from({ length: QUEUED }, () => hasher.derive('a guess', salt, FILLING));
  const derive = () => hasher.derive('an honest one', salt, FILLING);
  expect(await derive()).toBeNull();
  // As a sender does whose connection closes.
  for (const answer of left) (answer as unknown as Disposable)[Symbol.dispose]();
  let key = await derive();
  for (; key === null; key = await derive()) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(new Uint8Array(key)).toEqual(await deriveKey('an honest one', salt, FILLING));
});
