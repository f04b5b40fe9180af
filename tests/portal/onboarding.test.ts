import { expect, inject, test } from 'vitest';
import { PortalClient, tokenIn } from '../support/portal-client.ts';

const portal = inject('portal');

const survey = {
  workArea: 'ops',
  codingSkills: '3',
  companyIndustry: 'saas',
  companySize: '<20',
  timezone: 'Europe/Berlin',
};

const routes = [
  '/',
  '/login',
  '/register',
  '/confirm-email',
  '/account/setup',
  '/invite-teammate',
  '/account/launching',
  '/dashboard',
  '/app-selection',
  '/send-confirmation',
  '/sign-out',
];

test('in every state of the setup, redirects end', async () => {
  const client = new PortalClient(portal);
  const expectNoLoop = async (state: string) => {
    for (const route of routes) {
      const { visited, response } = await client.follow(route);
      expect(response.status, `${state}: ${visited.join(' -> ')}`).toBe(200);
      expect(new Set(visited).size, `${state}: ${visited.join(' -> ')}`).toBe(visited.length);
    }
  };
  await expectNoLoop('anonymous');
  const { fields } = await client.register();
  await expectNoLoop('unconfirmed');
  await client.confirm(await client.confirmationToken(fields.email));
  await expectNoLoop('confirmed');
  await client.post('/account/setup', survey);
  await expectNoLoop('surveyed');
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  await expectNoLoop('apps chosen');
  await client.post('/invite-teammate', { intent: 'skip' });
  await expectNoLoop('invited');
  await client.post('/account/launching', {});
  await expectNoLoop('launched');
  expect((await client.follow('/register')).visited).toEqual(['/register', '/dashboard']);
});

test.for([
  ['no answers', {}, 'Please choose one.'],
  ['an unknown option', { ...survey, workArea: 'piracy' }, 'Please choose one.'],
  ['a skill of 6', { ...survey, codingSkills: '6' }, 'Please choose one.'],
  ['half a skill', { ...survey, codingSkills: '2.5' }, 'Please choose one.'],
  ['an unknown timezone', { ...survey, timezone: 'Mars/Olympus' }, 'Please choose a timezone from the list.'],
  ['another area without a word', { ...survey, workArea: 'other' }, 'Please tell us which area.'],
] as const)('the survey refuses %s', async ([, answer, sentence]) => {
  const client = new PortalClient(portal);
  await client.registerConfirmed();
  const response = await client.post('/account/setup', { ...answer });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(sentence);
});

test('the app picker requires at least one app, and one from the catalogue', async () => {
  const client = new PortalClient(portal);
  await client.registerConfirmed();
  await client.post('/account/setup', survey);
  const none = await client.post('/account/setup', { intent: 'apps' });
  expect(none.status).toBe(422);
  expect(await none.text()).toContain('Please choose at least one app.');
  const unknown = await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.nothing' });
  expect(unknown.status).toBe(422);
  const some = new URLSearchParams([
    ['intent', 'apps'],
    ...['n8n-nodes-base.slack', 'n8n-nodes-base.nothing'].map((name) => ['apps', name]),
  ]);
  // The valid choices next to the unknown app stay selected, without a script too.
  const page = await (await client.post('/account/setup', some)).text();
  const boxes = page.match(/<input[^>]*name="apps"[^>]*>/g) ?? [];
  expect(boxes.length).toBeGreaterThan(100);
  expect(
    boxes.filter((box) => box.includes('checked')).map((box) => box.match(/value="([^"]*)"/)?.[1]),
  ).toEqual(['n8n-nodes-base.slack']);
});

test('an invitation reaches its teammate, who joins with the given role', async () => {
  const client = new PortalClient(portal);
  const owner = await client.registerConfirmed();
  await client.post('/account/setup', survey);
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  const teammate = `grace-${owner.accountName}@example.com`;
  const rows = new URLSearchParams({
    'invitations[0].email': teammate,
    'invitations[0].role': 'operator',
    'invitations[1].email': '',
    'invitations[1].role': 'member',
    'invitations[2].email': teammate.toUpperCase(),
    'invitations[2].role': 'operator',
  });
  const answers = await Promise.all([
    client.post('/invite-teammate', rows),
    client.post('/invite-teammate', rows),
  ]);
  for (const answer of answers) expect(answer.headers.get('Location')).toBe('/account/launching');
  const mail = await client
    .mail(teammate.toUpperCase(), /invites you/)
    .catch(() => client.mail(teammate, /invites you/));
  const token = tokenIn(mail);

  const joiner = new PortalClient(portal);
  const page = await (await joiner.get(`/invitation?token=${token}`)).text();
  expect(page).toContain('Operator');
  const joined = await joiner.post(`/invitation?token=${token}`, {
    fullName: 'Grace Hopper',
    password: 'compile me',
  });
  expect(joined.headers.get('Location')).toBe('/dashboard');
  // Only the owner goes through the setup; a teammate goes directly to the dashboard.
  expect((await joiner.get('/dashboard')).status).toBe(200);
  expect((await new PortalClient(portal).get(`/invitation?token=${token}`)).status).toBe(400);
  expect(
    (await new PortalClient(portal).post('/login', { login: teammate, password: 'compile me' })).status,
  ).toBe(302);
});

test.for([
  ['nobody', { 'invitations[0].email': '' }, 'Please enter at least one email address'],
  ['no address', { 'invitations[0].email': 'nonsense' }, 'Please enter a valid email address'],
  ['an e-mail of 5', { 'invitations[0].email': 'a@b.c' }, 'An email address has at least 6 characters.'],
] as const)('inviting %s is refused', async ([, rows, sentence]) => {
  const client = new PortalClient(portal);
  await client.registerConfirmed();
  await client.post('/account/setup', survey);
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  const response = await client.post('/invite-teammate', { ...rows });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(sentence);
});
