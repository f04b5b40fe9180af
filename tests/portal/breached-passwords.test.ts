import { describe, expect, inject, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { sentenceBeside } from '../support/answer-parts.ts';
import { type PasswordChoice, passwordChoices } from '../support/chosen-passwords.ts';
import { invite, setUpOwner, signIn } from '../support/people.ts';
import { eventually, newAddress, PortalClient } from '../support/portal-client.ts';
import { one, setCounter } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const BREACHED = 'This password has appeared in a data breach. Please choose another.';
/** On the sandbox's list, and on none of the portal's own. */
const PASSWORD = 'correct horse battery staple';

async function sentenceOf({ field }: PasswordChoice, answer: Response): Promise<unknown> {
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) {
    return sentenceBeside(await answer.text(), field);
  }
  const { code, fields } = (await answer.json()) as { code: string; fields: Record<string, string> };
  expect(code).toBe('invalid_form');
  return fields[field];
}

describe('a password of a known breach', () => {
  test.for(passwordChoices)('is refused by $title, and a better one is accepted', async ({ prepare }) => {
    const choice = await prepare(portal, database);
    const refused = await choice.send(PASSWORD);
    expect(refused.status).toBe(422);
    expect(await sentenceOf(choice, refused)).toContain(BREACHED);
    const taken = await choice.send('staple battery');
    expect([201, 302]).toContain(taken.status);
  });

  test('still signs in its owner', async () => {
    const { fields } = await setUpOwner(portal, database, { password: PASSWORD });
    expect((await signIn(portal, fields.email, PASSWORD)).response.status).toBe(302);
  });
});

test('an invitation allows ten passwords an hour, and stays valid for the next', async () => {
  const owner = await setUpOwner(portal, database);
  // Until the list responds in time, the portal accepts passwords without it.
  const { email, token } = await eventually(async () => {
    const email = newAddress();
    const token = await invite(owner, email);
    const refused = await new PortalClient(portal).post(`/invitation?token=${token}`, {
      fullName: 'Grace Hopper',
      password: PASSWORD,
    });
    return refused.status === 422 && { email, token };
  });
  const key = `invitation:link:${await hashToken(token)}`;
  const accept = () =>
    new PortalClient(portal).post(`/invitation?token=${token}`, {
      fullName: 'Grace Hopper',
      password: 'compile me',
    });
  await setCounter(database, key, 10);
  const answer = await accept();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  await setCounter(database, key, 0);
  expect((await accept()).status).toBe(302);
  const { n } = await one(database, 'SELECT count(*) AS n FROM users WHERE email = ?', email);
  expect(n).toBe(1);
});
