import { beforeAll, expect, inject, test } from 'vitest';
import { call } from '../support/api-calls.ts';
import { goInside } from '../support/backup-calls.ts';
import { eventually, newAddress, PortalClient } from '../support/portal-client.ts';
import { advanceToProbe, instanceOf, joinAs, setUpOnline, untilOnline } from '../support/set-up.ts';

const portal = inject('portal');

/** The next version in the sandbox's feed, which lacks a node type. */
const NEXT = '2.41.3';
const REMOVED_NODE = 'n8n-nodes-base.functionItem';
const form = {
  intent: 'save',
  version: NEXT,
  shownVersion: '2.40.7',
  timezone: 'Europe/Berlin',
  'saveExecutions.manual': 'on',
  'saveExecutions.failed': 'on',
  'saveExecutions.successful': 'on',
};

const client = new PortalClient(portal);
let name = '';

beforeAll(async () => {
  name = (await setUpOnline(client)).accountName;
});

const reportPage = async (of = client) =>
  (await (await of.get('/manage/update')).text()).replaceAll('<!-- -->', '').replaceAll('&quot;', '"');

const reported = (sentence: string) =>
  eventually(async () => {
    const page = await reportPage();
    return page.includes(sentence) ? page : advanceToProbe(client, name);
  });

test('rehearses a version on a copy: reports problems, or uses it', async () => {
  expect(await reportPage()).toContain('No version check yet');
  expect(await (await client.get('/manage')).text()).toContain('href="/manage/update"');
  const inside = await goInside(client, name);
  const hostile = 'Old <script>alert(1)</script>';
  await inside.createWorkflow('Daily report');
  await inside.createWorkflow(hostile, REMOVED_NODE);

  const answer = await client.post('/manage', { ...form, timezone: 'Asia/Tokyo' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/manage/update']);
  expect(await reportPage()).toContain('Your workspace keeps running 2.40.7 in the meantime.');

  const page = await reported(`${NEXT} would break your workflows`);
  expect(page).toContain(`node “Step”`);
  expect(page).toContain(`${NEXT} doesn’t have the node type ${REMOVED_NODE}.`);
  expect(page).toContain('Old &lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('1 of 2 workflows.');
  // Other saved settings apply immediately.
  expect(await untilOnline(client)).toMatchObject({
    version: { name: '2.40.7' },
    timezone: 'Asia/Tokyo',
  });
});

test('the API rehearses a version too, and uses a compatible one', async () => {
  const person = new PortalClient(portal);
  await setUpOnline(person);
  const answer = await call(person, 'PUT', '/instance/configuration', { version: NEXT });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ status: 1, version: { name: '2.40.7' } });
  await untilOnline(person, { version: NEXT });
  expect(await reportPage(person)).toContain(`${NEXT} passed`);
});

test('one click reverts to the earlier version and data, once', async () => {
  const person = new PortalClient(portal);
  const { accountName } = await setUpOnline(person);
  expect(await person.post('/manage/update', { intent: 'go-back' })).toMatchObject({ status: 409 });
  await (await goInside(person, accountName)).createCredential('Before', {});
  await call(person, 'PUT', '/instance/configuration', { version: NEXT });
  await untilOnline(person, { version: NEXT });
  expect(await instanceOf(person)).toMatchObject({ goBack: { version: '2.40.7' } });
  await (await goInside(person, accountName)).createCredential('After', {});
  // Offered only after the rehearsal's copy has been removed too.
  await eventually(
    async () =>
      (await reportPage(person)).includes('Go back to 2.40.7') || advanceToProbe(person, accountName),
  );

  const answer = await person.post('/manage/update', { intent: 'go-back' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/manage/update']);
  expect(await instanceOf(person)).toMatchObject({ status: 2, cause: 'go_back' });
  expect(await untilOnline(person)).toMatchObject({ version: { name: '2.40.7' }, goBack: null });
  const page = await reportPage(person);
  expect(page).toContain(`${NEXT} passed but isn’t used`);
  expect(page).not.toContain('Go back to');
  expect(await (await person.get('/manage/status')).text()).toContain('Return to the earlier version');
  expect(await (await goInside(person, accountName)).credentialNames()).toEqual(['Before']);
  const again = await call(person, 'PUT', '/instance/go-back');
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'going_back_unavailable' }]);
});

test('only people who can change the workspace read the report', async () => {
  const visitor = new PortalClient(portal);
  expect((await visitor.get('/manage/update')).headers.get('Location')).toBe(
    '/login?returnPath=%2Fmanage%2Fupdate',
  );
  const member = new PortalClient(portal);
  await joinAs(client, member, { email: newAddress(), role: 'member' });
  expect((await member.get('/manage/update')).status).toBe(403);
  const stranger = new PortalClient(portal);
  await setUpOnline(stranger);
  expect(await reportPage(stranger)).toContain('No version check yet');
});
