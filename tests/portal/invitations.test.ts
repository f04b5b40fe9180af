import { beforeAll, describe, expect, inject, test } from 'vitest';
import { invitationOf, joinBy, MEMBERS, newcomer, resend, revoke, rolesIn } from '../support/member-calls.ts';
import { addTeammate, allMails, invite, type Owner, setUpOwner, signIn } from '../support/people.ts';
import { newAddress, PortalClient, tokenIn, uniqueName } from '../support/portal-client.ts';
import { accessOf, one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const NOT_VALID = 'This link isn’t valid. It may have been used already. Please request a new one.';
const join = (token: string, client?: PortalClient) => joinBy(portal, token, client);

describe('invitations', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });
  const mailedTokens = async (email: string) =>
    (await allMails(owner.client, database, email))
      .filter(({ subject }) => /invites you/.test(subject))
      .map(tokenIn);

  test('have a new link when resent; the old one is invalid', async () => {
    const email = newAddress();
    const old = await invite(owner, email, 'billing');
    const { id } = await invitationOf(database, email);
    const answer = await resend(owner.client, id);
    expect(answer.headers.get('Location')).toBe(MEMBERS);
    const [token = '', ...more] = await mailedTokens(email);
    expect(more).toEqual([old]);
    const refused = await join(old);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(NOT_VALID);
    const joiner = new PortalClient(portal);
    expect((await join(token, joiner)).headers.get('Location')).toBe('/dashboard');
    expect((await joiner.get('/manage')).status).toBe(403);
    // An accepted invitation can be neither resent nor revoked.
    expect((await resend(owner.client, id)).status).toBe(404);
    expect((await revoke(owner.client, id)).status).toBe(404);
    expect(await mailedTokens(email)).toHaveLength(2);
  });

  test('are invalid once revoked', async () => {
    const email = newAddress();
    const token = await invite(owner, email);
    const { id } = await invitationOf(database, email);
    expect(await (await owner.client.get(MEMBERS)).text()).toContain(email);
    expect((await revoke(owner.client, id)).headers.get('Location')).toBe(MEMBERS);
    expect(await (await owner.client.get(MEMBERS)).text()).not.toContain(email);
    expect((await new PortalClient(portal).get(`/invitation?token=${token}`)).status).toBe(400);
    expect((await join(token)).status).toBe(400);
    const again = await revoke(owner.client, id);
    expect(again.status).toBe(404);
  });

  test('can be resent after they expire, in both ways', async () => {
    const email = newAddress();
    const expire = () =>
      database.execute({ sql: 'UPDATE invitations SET expires_at = 1 WHERE email = ?', args: [email] });
    const first = await invite(owner, email);
    // While an invitation is open, inviting again sends nothing, and says so.
    await invite(owner, email);
    expect(await mailedTokens(email)).toEqual([first]);
    expect(await (await owner.client.get(MEMBERS)).text()).toContain('No new invitations');
    await expire();
    const late = await join(first);
    expect(late.status).toBe(400);
    expect(await late.text()).toContain(NOT_VALID);
    expect(await (await owner.client.get(MEMBERS)).text()).toContain('Expired');

    await owner.client.post('/invite-teammate', {
      'invitations[0].email': email,
      'invitations[0].role': 'operator',
    });
    const [second = ''] = await mailedTokens(email);
    expect(second).not.toBe(first);
    await expire();
    await resend(owner.client, (await invitationOf(database, email)).id);
    const [third = ''] = await mailedTokens(email);
    expect((await join(second)).status).toBe(400);
    const joiner = new PortalClient(portal);
    expect((await join(third, joiner)).status).toBe(302);
    expect((await joiner.get('/manage')).status).toBe(200);
  });

  test('are accepted once, however many attempts are concurrent', async () => {
    const email = newAddress();
    const token = await invite(owner, email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => join(token)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    const { n } = await one(database, 'SELECT count(*) AS n FROM users WHERE email = ?', email);
    expect(n).toBe(1);
  });

  test('that were accepted already say so to the person who joined, and to no one else', async () => {
    const email = newAddress();
    const token = await invite(owner, email);
    const joiner = new PortalClient(portal);
    expect((await join(token, joiner)).status).toBe(302);
    const again = await joiner.post(`/invitation?token=${token}`, {});
    expect([again.status, again.headers.get('location')]).toEqual([302, '/dashboard']);
    // The answer was lost, and with it the session.
    const lost = await join(token);
    expect(lost.status).toBe(409);
    expect(await lost.text()).toContain(
      'This email address already belongs to an account. Sign in to it instead.',
    );
    const other = await setUpOwner(portal, database);
    expect((await join(token, other.client)).status).toBe(400);
  });

  test('cannot be accepted by a person signed in with another address', async () => {
    const other = await setUpOwner(portal, database);
    const email = newAddress();
    const token = await invite(owner, email, 'owner');
    const page = await (await other.client.get(`/invitation?token=${token}`)).text();
    expect(page).toContain('This invitation is for another address.');
    const before = [await accessOf(database, owner.userId), await accessOf(database, other.userId)];
    const answer = await join(token, other.client);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Your role doesn’t allow this');
    expect([await accessOf(database, owner.userId), await accessOf(database, other.userId)]).toEqual(before);
    // Neither for a person who registered with that address and has not confirmed it.
    const pending = new PortalClient(portal);
    await pending.register({ email, confirmEmail: email });
    const early = await join(token, pending);
    expect(early.status).toBe(403);
    expect(await early.text()).toContain('Please confirm your email first.');
    // Their page says so, and offers no button that would be refused.
    const theirs = await (await pending.get(`/invitation?token=${token}`)).text();
    expect(theirs).toContain('Please confirm your email first.');
    expect(theirs).toContain('href="/confirm-email"');
    expect(theirs).not.toContain('>Join<');
    expect((await join(token)).status).toBe(302);
  });

  test('are accepted only when signed in if their address has an account', async () => {
    const other = await setUpOwner(portal, database);
    const token = await invite(owner, other.fields.email);
    const answer = await join(token);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('You already have an account with this address. Sign in to join.');
    expect(await rolesIn(database, owner.accountId)).not.toHaveProperty(other.userId);
    expect((await other.client.post(`/invitation?token=${token}`, {})).status).toBe(302);
    expect(await rolesIn(database, owner.accountId)).toHaveProperty(other.userId);
  });

  test('are refused for the address of a member', async () => {
    const { email } = await addTeammate(owner, database);
    await owner.client.post('/invite-teammate', {
      'invitations[0].email': email.toUpperCase(),
      'invitations[0].role': 'owner',
    });
    expect(await mailedTokens(email)).toHaveLength(0);
  });
});

describe('similar addresses', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });

  test('an address with a plus sign belongs to a different person', async () => {
    const name = uniqueName('grace');
    const [plain, plus] = [`${name}@example.com`, `${name}+weft@example.com`];
    const tokens = [await invite(owner, plain), await invite(owner, plus)];
    for (const token of tokens) expect((await join(token)).status).toBe(302);
    const { n } = await one(database, 'SELECT count(*) AS n FROM users WHERE email IN (?, ?)', plain, plus);
    expect(n).toBe(2);
    const { client } = await signIn(portal, plus.toUpperCase(), newcomer.password);
    expect(await (await client.get('/account')).text()).toContain(plus);
    const page = await (await owner.client.get(MEMBERS)).text();
    expect(page).toContain(plain);
    expect(page).toContain(plus);
  });

  test('a full-width letter equals the letter, a Cyrillic one does not', async () => {
    const { email, password } = owner.fields;
    const wide = email.replace('a', '\uff41');
    const cyrillic = email.replace('a', '\u0430');
    expect(wide.normalize('NFKC')).toBe(email);
    expect((await signIn(portal, wide, password)).response.status).toBe(302);
    expect((await signIn(portal, cyrillic, password)).response.status).toBe(401);

    // Neither gets a mail, because it could reach someone else's inbox.
    for (const lookalike of [wide, cyrillic]) {
      const answer = await owner.client.post('/invite-teammate', {
        'invitations[0].email': lookalike,
        'invitations[0].role': 'member',
      });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Please enter a valid email address');
      const { response } = await new PortalClient(portal).register({
        email: lookalike,
        confirmEmail: lookalike,
      });
      expect(response.status).toBe(422);
    }
    const { n } = await one(
      database,
      `SELECT (SELECT count(*) FROM users WHERE email IN (?1, ?2))
        + (SELECT count(*) FROM invitations WHERE email IN (?1, ?2)) AS n`,
      wide,
      cyrillic,
    );
    expect(n).toBe(0);
  });
});
