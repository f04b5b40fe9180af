import { beforeAll, describe, expect, inject, test } from 'vitest';
import { invitationOf, joinBy, MEMBERS, resend, revoke, rolesIn } from '../support/member-calls.ts';
import {
  addTeammate,
  allMails,
  askForLink,
  invite,
  isSignedIn,
  type Owner,
  setUpOwner,
  signIn,
  type Teammate,
} from '../support/people.ts';
import { newAddress, PortalClient, tokenIn } from '../support/portal-client.ts';
import { accessOf, eventCount } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const changeRole = (client: PortalClient, userId: string, role: string) =>
  client.post(MEMBERS, { intent: 'change-role', userId, role });
const remove = (client: PortalClient, userId: string) =>
  client.post(MEMBERS, { intent: 'remove-member', userId });
const join = (token: string, client?: PortalClient) => joinBy(portal, token, client);

describe('members', () => {
  let owner: Owner;
  let stranger: Owner;
  let teammate: Teammate;

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    stranger = await setUpOwner(portal, database);
    teammate = await addTeammate(owner, database, 'member');
  });

  test('are listed for the owner with their roles', async () => {
    const page = await (await owner.client.get(MEMBERS)).text();
    expect(page).toContain(teammate.email);
    expect(page).toContain(owner.fields.email);
    expect(page).toContain('The only owner. To change this, make someone else an owner.');
    expect(page).not.toContain(stranger.fields.email);
  });

  test('get another role, which counts from their next click', async () => {
    expect((await teammate.client.get('/manage')).status).toBe(403);
    const answer = await changeRole(owner.client, teammate.userId, 'operator');
    expect(answer.headers.get('Location')).toBe(MEMBERS);
    expect(await (await owner.client.get(MEMBERS)).text()).toContain('Role changed.');
    expect(await rolesIn(database, owner.accountId)).toEqual({
      [owner.userId]: 'owner',
      [teammate.userId]: 'operator',
    });
    expect((await teammate.client.get('/manage')).status).toBe(200);
    // Setting the same role again is not an event, and the page does not call it a change.
    expect((await changeRole(owner.client, teammate.userId, 'operator')).status).toBe(302);
    const page = await (await owner.client.get(MEMBERS)).text();
    expect(page).toContain('The member already has this role.');
    expect(page).not.toContain('Role changed.');
    expect(await eventCount(database, owner.accountId, 'role_changed')).toBe(1);
  });

  test('keep their roles after a form with an unknown role or without an intent', async () => {
    const before = await rolesIn(database, owner.accountId);
    for (const role of ['admin', '', 'OWNER', 'owner ']) {
      expect((await changeRole(owner.client, teammate.userId, role)).status, role).toBe(422);
    }
    expect((await owner.client.post(MEMBERS, { userId: teammate.userId, role: 'owner' })).status).toBe(400);
    expect(await rolesIn(database, owner.accountId)).toEqual(before);
  });

  test.for(['member', 'billing', 'operator'])('are not managed by a person who is %s', async (role) => {
    await changeRole(owner.client, teammate.userId, role);
    const email = newAddress();
    await invite(owner, email);
    const { id } = await invitationOf(database, email);
    const before = await accessOf(database, owner.userId);
    const answers = [
      await teammate.client.get(MEMBERS),
      await teammate.client.get('/invite-teammate'),
      await changeRole(teammate.client, teammate.userId, 'owner'),
      await remove(teammate.client, owner.userId),
      await remove(teammate.client, teammate.userId),
      await resend(teammate.client, id),
      await revoke(teammate.client, id),
      await teammate.client.post('/invite-teammate', {
        'invitations[0].email': newAddress(),
        'invitations[0].role': 'owner',
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('Your role doesn’t allow this');
    }
    expect(await accessOf(database, owner.userId)).toEqual(before);
    expect(await rolesIn(database, owner.accountId)).toMatchObject({ [teammate.userId]: role });
  });

  test('and invitations of another account cannot be touched', async () => {
    const email = newAddress();
    await invite(owner, email);
    const { id } = await invitationOf(database, email);
    const before = [await accessOf(database, owner.userId), await accessOf(database, teammate.userId)];
    const answers = [
      await changeRole(stranger.client, teammate.userId, 'owner'),
      await remove(stranger.client, teammate.userId),
      await remove(stranger.client, owner.userId),
      await resend(stranger.client, id),
      await revoke(stranger.client, id),
    ];
    for (const answer of answers) expect(answer.status).toBe(404);
    expect([await accessOf(database, owner.userId), await accessOf(database, teammate.userId)]).toEqual(
      before,
    );
    expect(await allMails(owner.client, database, email)).toHaveLength(1);
  });

  test('the only owner stays owner', async () => {
    const before = await rolesIn(database, owner.accountId);
    for (const answer of [
      await changeRole(owner.client, owner.userId, 'member'),
      await remove(owner.client, owner.userId),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain(
        'An account needs at least one owner. Make someone else an owner first.',
      );
    }
    expect(await rolesIn(database, owner.accountId)).toEqual(before);
    expect(await isSignedIn(owner.client)).toBe(true);
  });
});

describe('removing', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });

  test('ends all access immediately, and allows a new invitation', async () => {
    const { client, email, userId, password } = await addTeammate(owner, database);
    const link = await askForLink(portal, '/forgot-password', email);
    const answer = await remove(owner.client, userId);
    expect(answer.headers.get('Location')).toBe(MEMBERS);
    const page = await (await owner.client.get(MEMBERS)).text();
    expect(page).toContain('Member removed.');
    expect(page).not.toContain(email);

    expect(await isSignedIn(client)).toBe(false);
    expect((await signIn(portal, email, password)).response.status).toBe(401);
    const used = await new PortalClient(portal).post(`/reset-password?token=${link}`, {
      newPassword: 'staple battery',
    });
    expect(used.status).toBe(400);
    const left = await database.execute({
      sql: `SELECT email FROM invitations WHERE email = ?1 UNION ALL SELECT email FROM users WHERE email = ?1`,
      args: [email],
    });
    expect(left.rows).toEqual([]);
    const mails = await allMails(owner.client, database, email);
    expect(mails[0]?.subject).toBe(`You were removed from ${owner.fields.accountName} on Weft Cloud`);
    expect((await remove(owner.client, userId)).status).toBe(404);

    await owner.client.post('/invite-teammate', {
      'invitations[0].email': email,
      'invitations[0].role': 'operator',
    });
    const secondInvitation = (await allMails(owner.client, database, email)).find(({ subject }) =>
      /invites you/.test(subject),
    );
    if (!secondInvitation) throw new Error('The second invitation was not mailed.');
    const again = new PortalClient(portal);
    expect((await join(tokenIn(secondInvitation), again)).headers.get('Location')).toBe('/dashboard');
    expect((await again.get('/manage')).status).toBe(200);
  });

  test('leaves the person their own account', async () => {
    const guest = await setUpOwner(portal, database);
    const token = await invite(owner, guest.fields.email);
    await guest.client.post(`/invitation?token=${token}`, {});
    expect((await guest.client.get('/account')).status).toBe(200);
    expect((await remove(owner.client, guest.userId)).status).toBe(302);
    expect(await isSignedIn(guest.client)).toBe(false);
    const { client } = await signIn(portal, guest.fields.email, guest.fields.password);
    const page = await (await client.get('/account')).text();
    expect(page).not.toContain(owner.fields.accountName);
    expect((await client.get(MEMBERS)).status).toBe(200);
  });

  test('lets an owner leave if there is another', async () => {
    const { client, userId } = await addTeammate(owner, database, 'owner');
    const answer = await remove(client, userId);
    expect(answer.headers.get('Location')).toBe('/login');
    expect(client.cookies.has('token')).toBe(false);
    const left = await rolesIn(database, owner.accountId);
    expect(left).toMatchObject({ [owner.userId]: 'owner' });
    expect(left).not.toHaveProperty(userId);
  });
});

test('an owner who steps down continues on a page that they can open', async () => {
  const owner = await setUpOwner(portal, database);
  const { client, userId } = await addTeammate(owner, database, 'owner');
  const answer = await changeRole(client, userId, 'member');
  expect(answer.status).toBe(302);
  const page = await client.get(answer.headers.get('Location') ?? '');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Role changed.');
  expect((await client.get(MEMBERS)).status).toBe(403);
});

describe('two owners', () => {
  const acts = {
    'make each other members': (one: Side, other: Side) => [
      changeRole(one.client, other.userId, 'member'),
      changeRole(other.client, one.userId, 'member'),
    ],
    'step down': (one: Side, other: Side) => [
      changeRole(one.client, one.userId, 'member'),
      changeRole(other.client, other.userId, 'member'),
    ],
    'remove each other': (one: Side, other: Side) => [
      remove(one.client, other.userId),
      remove(other.client, one.userId),
    ],
    leave: (one: Side, other: Side) => [remove(one.client, one.userId), remove(other.client, other.userId)],
  };
  type Side = { client: PortalClient; userId: string };

  test.for(Object.keys(acts) as Array<keyof typeof acts>)('%s concurrently: one remains', async (name) => {
    const owner = await setUpOwner(portal, database);
    const other = await addTeammate(owner, database, 'owner');
    const answers = await Promise.all(acts[name](owner, other));
    // The slower request is refused: its caller is the last owner or is no longer authorized.
    expect(answers.filter(({ status }) => status === 302).length).toBeGreaterThan(0);
    const owners = Object.values(await rolesIn(database, owner.accountId)).filter((role) => role === 'owner');
    expect(owners).toHaveLength(1);
    const left = (await isSignedIn(owner.client)) ? owner : other;
    const keeper = (await left.client.get(MEMBERS)).status === 200 ? left : other;
    const last = await remove(keeper.client, keeper.userId);
    expect(last.status).toBe(409);
  });
});
