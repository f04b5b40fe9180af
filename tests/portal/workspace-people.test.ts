import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openWorkspace } from '../support/ask-workspace.ts';
import { MEMBERS } from '../support/member-calls.ts';
import { addTeammate, idsOf, type Owner, type Teammate } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

let owner: Owner;

beforeAll(async () => {
  const client = new PortalClient(portal);
  const fields = await setUpOnline(client);
  owner = { client, fields, ...(await idsOf(database, fields.accountName)) };
});

/** Signs a member in to the workspace. @returns a function that reads their role there, or the status. */
async function goInside({ client }: Teammate): Promise<() => Promise<string>> {
  const name = owner.fields.accountName;
  const { cookie } = await openWorkspace(client, name);
  return async () => {
    const answer = await fetch(`${portal.sandboxUrl}/ingress/ws-${name}/`, {
      headers: { cookie },
    });
    const page = await answer.text();
    return answer.status === 200 ? (/, (\w+)<\/p>/.exec(page)?.[1] ?? '') : String(answer.status);
  };
}

/** Waits up to a minute for the state. @throws when it does not become `wanted`. */
async function becomes(state: () => Promise<string>, wanted: string): Promise<void> {
  await eventually(async () => (await state()) === wanted && wanted, 60_000);
}

/** Every way a membership ends, including changes that bypass the product. */
const ends: Array<[string, (teammate: Teammate) => Promise<unknown>]> = [
  ['removed', ({ userId }) => owner.client.post(MEMBERS, { intent: 'remove-member', userId })],
  [
    'taken out of the account by an operator’s statement',
    ({ userId }) => database.execute({ sql: 'DELETE FROM memberships WHERE user_id = ?', args: [userId] }),
  ],
  [
    'known by another e-mail',
    ({ userId }) =>
      database.execute({
        sql: "UPDATE users SET email = 'x' || email, email_normalized = 'x' || email_normalized WHERE id = ?",
        args: [userId],
      }),
  ],
];

test('a new role reaches the running workspace within a minute, through any write', async () => {
  const teammate = await addTeammate(owner, database, 'operator');
  const state = await goInside(teammate);
  expect(await state()).toBe('operator');
  await owner.client.post(MEMBERS, { intent: 'change-role', userId: teammate.userId, role: 'billing' });
  await becomes(state, 'billing');
  await database.execute({
    sql: "UPDATE memberships SET role = 'member' WHERE user_id = ?",
    args: [teammate.userId],
  });
  // Any writing request delivers the outbox; otherwise cron does within a minute.
  await owner.client.post('/account', { intent: 'end-other-sessions' });
  await becomes(state, 'member');
});

test.each(ends)('a person who is %s has no access to the running workspace', async (_how, end) => {
  const teammate = await addTeammate(owner, database, 'operator');
  const state = await goInside(teammate);
  expect(await state()).toBe('operator');
  await end(teammate);
  await owner.client.post('/account', { intent: 'end-other-sessions' });
  await becomes(state, '401');
});

test('a person deleted with all their memberships has no access', async () => {
  const teammate = await addTeammate(owner, database, 'member');
  const state = await goInside(teammate);
  // Deletes the person's memberships as well.
  await database.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [teammate.userId] });
  await owner.client.post('/account', { intent: 'end-other-sessions' });
  await becomes(state, '401');
});
