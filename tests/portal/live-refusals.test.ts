import { beforeAll, expect, inject, test } from 'vitest';
import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { openRows } from '../support/account-rows.ts';
import { upgradeLive } from '../support/node-request.ts';
import { setUpOwner } from '../support/people.ts';
import { uniqueName } from '../support/portal-client.ts';
import { addPeopleIn, statesOf } from '../support/states.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');

/** Each state of a person who upgrades to a WebSocket, with the answer. */
const answers = {
  anonymous: '401 not_signed_in',
  'garbage cookie': '401 session_expired',
  'unknown session': '401 session_expired',
  'expired session': '401 session_expired',
  'second factor due': '401 second_factor_due',
  unconfirmed: '403 email_not_confirmed',
  'member who owes a second factor': '403 second_factor_needed',
  member: '101',
};

/** The `Cookie` header of a person in each state. */
const cookies = new Map<string, string>();

beforeAll(async () => {
  const people = await addPeopleIn(statesOf(...Object.keys(answers)), portal, openRows(portal.databaseUrl));
  for (const { state, client } of people) {
    cookies.set(state.name, [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  }
});

/** @returns the status with the error's code. */
async function listen(headers: Record<string, string>) {
  const { status, body, headers: answered } = await upgradeLive(portal, headers);
  const code = body === '' ? '' : ` ${(JSON.parse(body) as { code: string }).code}`;
  return { answer: `${status}${code}`, setCookie: answered.get('Set-Cookie') };
}

test.for(Object.entries(answers))('answers an upgrade of the state %s with %s', async ([name, expected]) => {
  const cookie = cookies.get(name) ?? '';
  const { answer, setCookie } = await listen({
    Origin: portal.portalUrl,
    ...(cookie !== '' && { Cookie: cookie }),
  });
  expect(answer).toBe(expected);
  // An expired session's cookie stays for the next page to remove: this answer can arrive after that of a sign-in in another tab.
  expect(setCookie).toBeNull();
});

test('refuses an unknown API token, and one without the scope', async () => {
  const database = openTestDatabase(portal.databaseUrl);
  const { client } = await setUpOwner(portal, database);
  database.close();
  const byToken = (token: string) => listen({ Authorization: `Bearer ${token}` });
  const page = await client.post('/account/tokens', {
    intent: 'create',
    name: uniqueName(),
    lifetime: '30',
    scopes: 'profile:manage',
  });
  const token = (await page.text()).match(/>(weft_pat_[\w-]+)</)?.[1] ?? '';
  expect(await byToken(token)).toMatchObject({ answer: '403 api_token_scope_missing' });
  expect(await byToken(`${API_TOKEN_PREFIX}unknown`)).toMatchObject({ answer: '401 api_token_invalid' });
});
