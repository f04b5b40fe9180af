import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { acceptAsNewUser } from '#app/use-cases/invitation/accept-invitation.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { invitations, throttles } from '#db/schema/index.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client } from '../../support/own-database.ts';

const { db, stores } = await ownMemoryDatabase();

beforeEach(async () => {
  await db.delete(throttles);
});

/** @returns the error's code. */
async function refusalOf(token: string): Promise<string> {
  const ports = {
    ...stores,
    clock: { now: () => Date.now() },
    passwords: createPasswords(2 ** 4),
    breachedPasswords: { contains: async () => false },
  };
  const input = { token, fullName: 'Grace Hopper', password: 'nanosecond of wire', client };
  return acceptAsNewUser(ports, input).then(
    () => 'accepted',
    (error) => (error instanceof AppError ? error.code : String(error)),
  );
}

/** @returns the codes of one attempt more than the limit allows, each with the token of its number. */
async function attemptAll(tokenOf: (attempt: number) => string): Promise<string[]> {
  const codes = [];
  const { limit } = throttleRules['invitation:link'];
  for (let attempt = 0; attempt <= limit; attempt += 1) codes.push(await refusalOf(tokenOf(attempt)));
  return codes;
}

const limited = [
  ...Array.from({ length: throttleRules['invitation:link'].limit }, () => 'link_invalid'),
  'too_many_attempts',
];

test('limits attempts at a used link', async () => {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  const used = { tokenHash: await hashToken('used'), acceptedAt: Date.now() };
  await db.update(invitations).set(used).where(eq(invitations.id, account.invitation.id));
  expect(await attemptAll(() => 'used')).toEqual(limited);
});

test('limits attempts at invented links together', async () => {
  expect(await attemptAll((attempt) => `invented ${attempt}`)).toEqual(limited);
});
