import { beforeAll, expect, inject, test } from 'vitest';
import { listItemsIn } from '../support/answer-parts.ts';
import { eventually, newAddress, PortalClient } from '../support/portal-client.ts';
import {
  advanceClock,
  advanceToProbe,
  instanceOf,
  joinAs,
  setClusterFault,
  setUpOnline,
  untilOnline,
  untilStatus,
} from '../support/set-up.ts';

const portal = inject('portal');

/** The form as posted without any change. */
const untouched = {
  intent: 'save',
  version: '2.40.7',
  shownVersion: '2.40.7',
  timezone: 'Europe/Berlin',
  'saveExecutions.manual': 'on',
  'saveExecutions.failed': 'on',
  'saveExecutions.successful': 'on',
};

async function newOwner() {
  const client = new PortalClient(portal);
  const owner = await setUpOnline(client);
  return { client, owner };
}

/** One workspace for all refused requests, which change nothing. */
const shared = new PortalClient(portal);
/** Another for the saved changes, one after another. */
let changing: Awaited<ReturnType<typeof newOwner>>;

beforeAll(async () => {
  [changing] = await Promise.all([newOwner(), setUpOnline(shared)]);
});

/** The content of the element with this id. */
const insideId = (page: string, id: string) =>
  page
    .slice(page.indexOf(`id="${id}"`))
    .split('</ul>')[0]
    ?.replaceAll(/<[^>]+>/g, ' ');

test('the screens of the workspace cost one round trip and one object call each', async () => {
  for (const path of ['/manage', '/manage/instance', '/manage/status', '/manage/usage', '/dashboard']) {
    const response = await shared.get(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('Server-Timing'), path).toBe('db;desc="1", object;desc="1"');
  }
});

test('settings are saved by a plain form, confirmed once, and posted by no reload', async () => {
  const { client, owner } = changing;
  const { 'saveExecutions.manual': _off, ...form } = untouched;
  const answer = await client.post('/manage', { ...form, timezone: 'Asia/Tokyo' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('Location')).toBe('/manage');
  const page = await (await client.get('/manage')).text();
  expect(page).toContain('Settings saved.');
  expect(page).toMatch(/Your changes are being applied\.|Your workspace is now online\./);
  const { timezone, saveExecutions, version } = await untilOnline(client);
  expect({ timezone, saveExecutions, version }).toEqual({
    timezone: 'Asia/Tokyo',
    saveExecutions: { manual: false, failed: true, successful: true },
    version: { name: '2.40.7' },
  });
  const reloaded = await (await client.get('/manage')).text();
  expect(reloaded).not.toContain('Settings saved.');
  expect(reloaded).toContain('<option value="Asia/Tokyo" selected="">');
  expect(reloaded).toContain(owner.accountName);
});

test('all three switches can be off', async () => {
  const { client } = changing;
  await untilOnline(client);
  const { intent, version, shownVersion, timezone } = untouched;
  await client.post('/manage', { intent, version, shownVersion, timezone });
  expect((await instanceOf(client)).saveExecutions).toEqual({
    manual: false,
    failed: false,
    successful: false,
  });
});

test('a form left open does not bring back the version that was updated since', async () => {
  const { client } = changing;
  await untilOnline(client);
  await client.post('/manage', { ...untouched, version: '2.41.3' });
  // Online on the new version, after the rehearsal and the change; other saves are refused until then.
  await untilOnline(client, { version: '2.41.3' });
  await client.post('/manage', { ...untouched, timezone: 'Asia/Tokyo' });
  expect(await instanceOf(client)).toMatchObject({ version: { name: '2.41.3' }, timezone: 'Asia/Tokyo' });
});

test('a form left open changes only what its person changed in it', async () => {
  const { client } = changing;
  await untilOnline(client);
  const before = await instanceOf(client);
  expect(before).toMatchObject({ timezone: 'Asia/Tokyo', saveExecutions: { manual: true, failed: true } });
  const shown = { ...untouched, version: '2.41.3', shownVersion: '2.41.3', timezone: 'Asia/Tokyo' };
  const { 'saveExecutions.failed': _off, ...open } = {
    ...shown,
    shownSettings: 'Asia/Tokyo manual failed successful',
  };
  const { 'saveExecutions.manual': _manual, ...colleague } = { ...shown, timezone: 'America/New_York' };
  expect((await client.post('/manage', colleague)).status).toBe(302);
  await untilOnline(client);
  expect((await client.post('/manage', open)).status).toBe(302);
  expect(await instanceOf(client)).toMatchObject({
    timezone: 'America/New_York',
    saveExecutions: { manual: false, failed: false, successful: true },
  });
  // The latest entry first: the open form requested no timezone.
  const entries = listItemsIn(await (await client.get('/account/activity')).text());
  expect(entries.find((entry) => entry.includes('requested the timezone'))).toContain('America/New_York');
});

test.for([
  ['an unknown version', { version: '9.9.9' }, 'settings-version-error', 'This version isn’t available.'],
  [
    'a version with an overlong name',
    { version: 'v'.repeat(40) },
    'settings-version-error',
    'This version isn’t available.',
  ],
  [
    'a downgrade over a breaking change',
    { version: '1.123.81' },
    'settings-version-error',
    'You can’t choose an older version',
  ],
  [
    'an unknown timezone',
    { timezone: 'Mars/Olympus' },
    'settings-timezone-error',
    'Please choose a timezone from the list.',
  ],
  ['no timezone', { timezone: '' }, 'settings-timezone-error', 'Please choose a timezone from the list.'],
] as const)('refuses %s beside its field, and changes nothing', async ([, typed, errorId, sentence]) => {
  const before = await instanceOf(shared);
  const answer = await shared.post('/manage', { ...untouched, ...typed });
  expect(answer.status).toBe(422);
  expect(insideId(await answer.text(), errorId)).toContain(sentence);
  expect(await instanceOf(shared)).toEqual(before);
});

test('a restart says that it started; a second one while Pending is refused', async () => {
  const { client, owner } = changing;
  await untilOnline(client);
  await setClusterFault(client, owner.accountName, 'slow');
  const answer = await client.post('/manage', { intent: 'restart' });
  expect(answer.headers.get('Location')).toBe('/manage');
  const page = await (await client.get('/manage')).text();
  expect(page).toContain('Your workspace is restarting.');
  expect(page).toContain('It is restarting.');
  const again = await client.post('/manage', { intent: 'restart' });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('Your workspace is changing.');
  await setClusterFault(client, owner.accountName, 'none');
});

test('a stopped workspace shows its settings, why they are fixed, and when it is deleted', async () => {
  const { client, owner } = await newOwner();
  await advanceClock(client, owner.accountName, 'P14D');
  await untilStatus(client, 3);
  const page = await (await client.get('/manage')).text();
  expect(page).toContain('These settings can’t be changed right now.');
  expect(page).toContain('Your trial has ended, so the workspace was stopped.');
  expect(page).not.toContain('name="timezone"');
  const saved = await client.post('/manage', { ...untouched, timezone: 'Asia/Tokyo' });
  expect(saved.status).toBe(409);
  const restarted = await client.post('/manage', { intent: 'restart' });
  expect(restarted.status).toBe(409);
  const dashboard = await (await client.get('/dashboard')).text();
  expect(dashboard).toContain('Your workspace will be deleted in 3 days');
  expect(dashboard).toContain('To keep your workspace, choose a plan before then.');

  await advanceClock(client, owner.accountName, 'P3D');
  const deleted = await eventually(async () => {
    const page = await (await client.get('/dashboard')).text();
    return page.includes('Your workspace was deleted') ? page : advanceToProbe(client, owner.accountName);
  });
  expect(deleted).toContain('The final backup of its workflows is kept until');
  expect(deleted).not.toContain('Your workspace will be deleted in');
  // The final backup is the last one, and a deleted workspace cannot be opened.
  for (const untrue of ['None yet', 'Open workspace', '>Stopped<']) expect(deleted).not.toContain(untrue);
  expect(await (await client.get('/manage')).text()).toContain('The workspace was deleted.');
});

test('on its last day a trial "ends today", without a deletion warning yet', async () => {
  const { client, owner } = await newOwner();
  // Of two zones half a day apart, picks the one whose day does not end within the hour.
  const hour = new Date().getUTCHours();
  const timezone = hour > 1 && hour < 22 ? 'Etc/UTC' : 'Pacific/Honolulu';
  expect((await client.post('/manage', { ...untouched, timezone })).status).toBe(302);
  await advanceClock(client, owner.accountName, 'P13DT23H');
  const dashboard = await (await client.get('/dashboard')).text();
  expect(dashboard).toContain('Your trial ends today.');
  expect(dashboard).not.toContain('Your workspace will be deleted');
});

test('the dashboard links to the community, in a new tab', async () => {
  const dashboard = await (await shared.get('/dashboard')).text();
  expect(dashboard).toMatch(
    /<a href="https:\/\/community\.n8n\.io\/" target="_blank"[^>]*>Visit the community/,
  );
});

test('the status screen shows the uptime and each change of the last 90 days', async () => {
  const { client, owner } = await newOwner();
  await client.post('/manage', { intent: 'restart' });
  await untilOnline(client);
  await advanceClock(client, owner.accountName, 'P2D');
  const page = (await (await client.get('/manage/status')).text()).replaceAll('<!-- -->', '');
  expect(page).toContain('100%');
  expect(page.indexOf('Restart')).toBeGreaterThan(0);
  expect(page.lastIndexOf('Restart')).toBeLessThan(page.lastIndexOf('Setup'));
  expect(page).toMatch(/2 days/);
});

test('only people who can change the workspace get the page and its link', async () => {
  const visitor = new PortalClient(portal);
  expect((await visitor.get('/manage')).headers.get('Location')).toBe('/login?returnPath=%2Fmanage');
  const settings = async (role: string) => {
    const joiner = new PortalClient(portal);
    await joinAs(shared, joiner, { email: newAddress(), role });
    const { status } = await joiner.get('/manage');
    const posted = await joiner.post('/manage', { intent: 'restart' });
    const isLed = (await (await joiner.get('/dashboard')).text()).includes('href="/manage"');
    return {
      status,
      posted: posted.status,
      status90Days: (await joiner.get('/manage/status')).status,
      isLed,
    };
  };
  expect(await settings('member')).toEqual({ status: 403, posted: 403, status90Days: 403, isLed: false });
  expect(await settings('operator')).toEqual({ status: 200, posted: 302, status90Days: 200, isLed: true });
});
