import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, meOf, post } from '../support/api-calls.ts';
import { newAddress, PortalClient, type RegistrationFields, tokenIn } from '../support/portal-client.ts';
import { instanceOf, joinAs, setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');

/** The owner of an Online workspace, signed in by cookie; also sends the requests that are refused. */
const owner = new PortalClient(portal);
const member = new PortalClient(portal);
const database = openTestDatabase(portal.databaseUrl);
let fields: RegistrationFields;

afterAll(() => database.close());

beforeAll(async () => {
  fields = await setUpOnline(owner);
  await joinAs(owner, member, { email: newAddress(), role: 'member' });
});

const survey = {
  workArea: 'other',
  otherWorkArea: 'research',
  codingSkills: 4,
  companyIndustry: 'saas',
  otherCompanyIndustry: null,
  companySize: '20-99',
  timezone: 'Europe/Berlin',
};

/** Every path that takes a body, with a valid one. */
const writes = {
  '/auth/register': { fullName: 'Ada' },
  '/auth/login': { login: 'ada', password: 'wrong horse' },
  '/auth/login/code': { code: 'guess' },
  '/auth/confirm-email': { token: 'guess' },
  '/user/magic-link': { email: 'nobody@example.com' },
  '/personalization-survey/answer': survey,
  '/account/selected-apps': { apps: ['n8n-nodes-base.slack'] },
  '/account/invite-members': { emails: ['nobody@example.com'] },
};

test.for([
  ['/auth/me', 'GET, HEAD', ['POST', 'PUT', 'DELETE']],
  ['/auth/logout', 'GET', ['POST', 'DELETE']],
  ['/workspace/ada', 'GET, HEAD', ['POST', 'DELETE']],
  ['/auth/resend-confirmation', 'POST', ['GET', 'PUT']],
  ...Object.keys(writes)
    .filter((path) => path !== '/personalization-survey/answer')
    .map((path) => [path, 'POST', ['GET', 'PUT', 'DELETE']] as const),
  ['/personalization-survey/answer', 'GET, HEAD, POST', ['PUT', 'DELETE']],
] as const)('%s accepts only %s', async ([path, allow, others]) => {
  for (const method of others) {
    const answer = await call(owner, method, path);
    expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, allow]);
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
  }
});

test.for(Object.entries(writes))(
  '%s accepts a JSON object with its own fields only',
  async ([path, body]) => {
    const text = await call(owner, 'POST', path, 'a=b', { 'Content-Type': 'text/plain' });
    expect(text.status).toBe(415);
    expect((await post(owner, path)).status).toBe(415);
    for (const broken of ['{"a":', '[]', 'null', '']) {
      expect((await post(owner, path, broken)).status, broken).toBe(400);
    }
    const unknown = await post(owner, path, { ...body, isAdmin: true });
    const refusal = (await unknown.json()) as { code: string; fields: Record<string, string> };
    expect([unknown.status, refusal.code]).toEqual([422, 'invalid_form']);
    expect(refusal.fields).toHaveProperty('isAdmin');
    // A value of the wrong type is reported too, with a sentence.
    const nulls = await post(owner, path, Object.fromEntries(Object.keys(body).map((name) => [name, null])));
    const named = (await nulls.json()) as { fields: Record<string, string> };
    expect(nulls.status).toBe(422);
    expect(named.fields).toHaveProperty(Object.keys(body)[0] ?? '');
    for (const sentence of Object.values(named.fields)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  },
);

test('a signed-in person reads their profile and their account', async () => {
  const answer = await call(owner, 'GET', '/auth/me');
  expect(await answer.json()).toEqual({
    user: {
      id: expect.stringMatching(/^usr_/),
      username: fields.accountName,
      name: fields.fullName,
      email: fields.email,
      confirmed: true,
      role: 'owner',
    },
    account: {
      id: expect.stringMatching(/^acc_/),
      name: fields.accountName,
      isSetup: true,
      taxInclusive: expect.any(Boolean),
      billing: null,
      planSpec: {
        planId: 'trial-1',
        displayName: 'Trial',
        monthlyExecutionsLimit: 1_000,
        activeWorkflowsLimit: 5,
        credentialsLimit: -1,
        supportTier: 'forum',
        pruneExecutionsInterval: 7 * 24,
        licenseFeatures: { 'quota:users': -1 },
        enabledFeatures: ['one-project', 'unlimited-users', 'forum-support', 'history-1-day'],
        userManagementEnabled: true,
        allowCustomQuotas: false,
        expirationDate: expect.stringMatching(/^\d{4}-/),
        metadata: { version: 3, group: 'trial', slug: 'trial-1' },
      },
      instance: await instanceOf(owner),
    },
  });
  expect(answer.headers.get('Server-Timing')).toMatch(/db;desc="1".*object;desc="1"/);
  expect((await meOf(member)).account.instance).toMatchObject({ name: fields.accountName, plan: 'trial-1' });
  expect((await call(new PortalClient(portal), 'GET', '/auth/me')).status).toBe(401);
});

test('lists the workspaces of a user name to members of the same accounts only', async () => {
  const path = `/workspace/${fields.accountName}`;
  const listed = [
    {
      name: fields.accountName,
      url: expect.stringContaining(`//${fields.accountName}.localhost`),
      status: 1,
    },
  ];
  for (const client of [owner, member]) {
    await expect.poll(async () => (await call(client, 'GET', path)).json()).toEqual(listed);
  }
  // A teammate's user name is their email, which lists their workspaces.
  const { username } = (await meOf(member)).user as { username: string };
  expect(username).not.toBe(fields.accountName);
  for (const client of [owner, member]) {
    const byTeammate = await call(client, 'GET', `/workspace/${encodeURIComponent(username)}`);
    expect(await byTeammate.json()).toEqual(listed);
  }
  const stranger = new PortalClient(portal);
  const { fields: theirs } = await stranger.register();
  for (const client of [stranger, new PortalClient(portal)]) {
    const answer = await call(client, 'GET', path);
    expect([answer.status, await answer.json()]).toEqual([200, []]);
  }
  for (const name of [theirs.accountName, username, 'nobody-has-this', "'%20OR%201=1"]) {
    expect(await (await call(stranger, 'GET', `/workspace/${name}`)).json(), name).toEqual([]);
  }
});

test('the setup’s calls save the answers, for the owner only', async () => {
  const answer = '/personalization-survey/answer';
  expect((await post(owner, answer, survey)).status).toBe(204);
  const read = await call(owner, 'GET', answer);
  expect(await read.json()).toEqual(survey);
  // The response is a valid request; a value that is not a number is not a skill.
  expect((await post(owner, answer, survey)).status).toBe(204);
  for (const codingSkills of ['3', null, true, 6]) {
    const refused = await post(owner, answer, { ...survey, codingSkills });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { fields: { codingSkills: 'Please choose one.' } },
    ]);
  }
  const other = await post(owner, answer, { ...survey, otherWorkArea: null });
  expect(await other.json()).toMatchObject({ fields: { otherWorkArea: 'Please tell us which area.' } });
  expect(await (await call(owner, 'GET', answer)).json()).toEqual(survey);

  const chosen = await post(owner, '/account/selected-apps', { apps: ['n8n-nodes-base.github'] });
  expect([chosen.status, await chosen.json()]).toEqual([200, {}]);
  // Replaces the choice of the setup.
  const kept = await database.execute({
    sql: 'SELECT app FROM selected_apps INNER JOIN accounts ON accounts.id = account_id WHERE name = ?',
    args: [fields.accountName],
  });
  expect(kept.rows.map(({ app }) => app)).toEqual(['n8n-nodes-base.github']);
  for (const apps of [[], ['no-such-app'], 'n8n-nodes-base.slack', [7]]) {
    expect((await post(owner, '/account/selected-apps', { apps })).status, String(apps)).toBe(422);
  }
  for (const path of [answer, '/account/selected-apps', '/account/invite-members']) {
    const refused = await post(member, path, writes[path as keyof typeof writes]);
    expect([refused.status, await refused.json()], path).toMatchObject([403, { code: 'forbidden' }]);
    expect((await post(new PortalClient(portal), path, {})).status, path).toBe(401);
  }
  expect((await call(member, 'GET', answer)).status).toBe(403);
});

test('invites teammates, all as members or each with a role', async () => {
  const path = '/account/invite-members';
  const [plain, operator] = [newAddress('joan'), newAddress('mary')];
  expect((await post(owner, path, { emails: [plain] })).status).toBe(204);
  const withRole = { invitations: [{ email: operator, role: 'operator' }] };
  expect((await post(owner, path, withRole)).status).toBe(204);
  expect((await owner.mail(plain, /invites you/)).text).toContain('/invitation?token=');
  const joined = new PortalClient(portal);
  const token = tokenIn(await owner.mail(operator, /invites you/));
  await joined.post(`/invitation?token=${token}`, { fullName: 'Mary Shelley', password: 'compile me' });
  expect((await meOf(joined)).user).toMatchObject({ email: operator, role: 'operator' });

  const refusals = [
    [{ emails: [] }, 'emails'],
    [{ emails: [plain, 'joan'] }, 'emails.1'],
    [{ emails: Array.from({ length: 21 }, (_, index) => `joan${index}@example.com`) }, 'emails'],
    [{ invitations: [{ email: plain, role: 'king' }] }, 'invitations.0.role'],
    [{ invitations: [{ email: plain, isOwner: true }] }, 'invitations.0.isOwner'],
    [{ invitations: ['joan@example.com'] }, 'invitations.0'],
    [{ emails: [plain], invitations: [{ email: plain }] }, 'emails'],
    [{}, 'emails'],
  ] as const;
  for (const [body, field] of refusals) {
    const refused = await post(owner, path, body);
    const { fields: messages } = (await refused.json()) as { fields: Record<string, string> };
    expect([refused.status, Object.keys(messages)], JSON.stringify(body)).toEqual([422, [field]]);
  }
});
