import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Stack } from '#scripts/local/stack.ts';
import { newAccount, openRows, write } from '../support/account-rows.ts';
import { call } from '../support/api-calls.ts';
import { archiveOf, backUp, beginBackup, wordsOf } from '../support/backup-calls.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { eventually, newAddress, PortalClient } from '../support/portal-client.ts';
import { type ProviderSwitch, providerSwitch } from '../support/provider-switch.ts';
import { one } from '../support/rows.ts';
import { postToSandbox, setMailFault } from '../support/sandbox-calls.ts';
import { instanceOf, setClusterFault, setUpOnline, untilOnline, untilStatus } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack: other tests need their providers. */
let stack: Stack & { dataDirectory: string };
let database: ReturnType<typeof openTestDatabase>;
let catalogue: ProviderSwitch;
let versionFeed: ProviderSwitch;
/** An owner with an Online workspace and one backup; a paying owner; an owner choosing apps; and a visitor. */
let people: Record<'online' | 'paying' | 'newcomer' | 'visitor', PortalClient>;
let workspace: string;
/** Every line of the Worker's log. */
const log: string[] = [];
let backup: { id: string; archive: Blob };

beforeAll(async () => {
  [catalogue, versionFeed] = await Promise.all([providerSwitch(), providerSwitch()]);
  stack = await startTestStack({
    isDirect: true,
    say: (line) => log.push(line),
    variables: {
      // Still less than a slow provider takes.
      OUTBOUND_TIMEOUT_FACTOR: '2',
      CATALOGUE_URL: `${catalogue.url}/graphql`,
      VERSION_FEED_URL: `${versionFeed.url}/api/versions`,
    },
  });
  for (const { connect } of [catalogue, versionFeed]) connect(stack.sandboxUrl);
  database = openTestDatabase(stack.databaseUrl);
  const online = new PortalClient(stack);
  ({ accountName: workspace } = await setUpOnline(online));
  backup = await backUp(online);
  const newcomer = new PortalClient(stack);
  const rows = openRows(stack.databaseUrl);
  const { account, statements } = newAccount(rows, { step: 'apps', subscription: null });
  await write(rows, statements);
  newcomer.cookies.set('token', account.owner.token);
  const paying = (await payingOwner(stack, database)).client;
  people = { online, paying, newcomer, visitor: new PortalClient(stack) };
});
afterAll(async () => {
  database?.close();
  await stack?.stop();
  catalogue?.close();
  versionFeed?.close();
});

const setBreaches = (mode: 'none' | 'down' | 'slow' | 'garbage') =>
  postToSandbox(stack, '/breached-passwords/faults', { mode });

/** The runtime's bucket folders: a file in their place makes the store fail. */
function breakBuckets(isDown: boolean): void {
  for (const bucket of ['weft-cloud-backups', 'weft-cloud-attachments']) {
    const files = join(stack.dataDirectory, 'worker', 'r2', bucket);
    const aside = `${files}-aside`;
    if (isDown) {
      if (existsSync(files)) renameSync(files, aside);
      writeFileSync(files, 'not a directory');
    } else if (existsSync(files)) {
      rmSync(files, { force: true, recursive: false });
      if (existsSync(aside)) renameSync(aside, files);
    }
  }
}

/**
 * Takes each provider down and restores it. Those for which the Worker does not restart come first: for half a minute after a
 * failure it asks no version feed.
 */
const providers = {
  async mail(isDown: boolean) {
    await setMailFault(stack, isDown ? 'down' : 'none');
  },
  async 'the list of breached passwords'(isDown: boolean) {
    await setBreaches(isDown ? 'down' : 'none');
  },
  async 'the backup store'(isDown: boolean) {
    breakBuckets(isDown);
  },
  async 'the catalogue'(isDown: boolean) {
    catalogue.isDown = isDown;
  },
  async 'the version feed'(isDown: boolean) {
    versionFeed.isDown = isDown;
  },
  async billing(isDown: boolean) {
    await postToSandbox(stack, '/paddle/faults', { mode: isDown ? 'down' : 'none' });
  },
  async 'the cluster'(isDown: boolean) {
    await setClusterFault(people.online, workspace, isDown ? 'api-500' : 'none');
  },
};
type Provider = keyof typeof providers;

let fallen: Provider | null = null;
async function takeDown(provider: Provider): Promise<void> {
  fallen = provider;
  await providers[provider](true);
}
async function bringBack(): Promise<void> {
  if (fallen) await providers[fallen](false);
  fallen = null;
}
afterEach(bringBack);

/** Every page that someone can open, with what it reports missing while a provider is down. */
const pages: Array<[who: keyof typeof people, path: string, missing?: Partial<Record<Provider, string>>]> = [
  ['visitor', '/login'],
  ['visitor', '/register'],
  ['visitor', '/forgot-password'],
  ['visitor', '/magic-link'],
  ['visitor', '/consent'],
  ['visitor', '/final-backup?token=none'],
  [
    'newcomer',
    '/account/setup',
    { 'the catalogue': 'The full list of apps can’t be loaded right now, so this is a short one.' },
  ],
  ['online', '/dashboard'],
  ['online', '/manage', { 'the version feed': 'Could not load n8n versions.' }],
  ['online', '/manage/status'],
  ['online', '/manage/export'],
  ['online', '/account'],
  ['online', '/account/members'],
  ['online', '/account/activity'],
  ['online', '/invite-teammate'],
  ['online', '/help'],
  [
    'online',
    '/account/change-plan',
    { billing: 'Billing isn’t responding right now. Please try again soon.' },
  ],
  ['paying', '/manage/billing'],
];

test.each(Object.keys(providers) as Provider[])(
  'with %s down every page renders, and says what is missing',
  async (provider) => {
    await takeDown(provider);
    // A cache would hide that a provider is gone; nothing is cached of those that are only called.
    if (provider !== 'mail' && provider !== 'the list of breached passwords') {
      await stack.killWorker();
      await stack.startWorker();
    }
    for (const [who, path, missing = {}] of pages) {
      const response = await people[who].get(path);
      // An invalid link renders its error page, whichever provider is down.
      expect(response.status, path).toBe(path.startsWith('/final-backup') ? 404 : 200);
      const words = await wordsOf(response);
      for (const [of, sentence] of Object.entries(missing)) {
        expect(words.includes(sentence), `${path} with ${provider} down: ${sentence}`).toBe(of === provider);
      }
    }
  },
);

test('an invitation written while mail is down is sent once it is back', async () => {
  const email = newAddress();
  await takeDown('mail');
  await people.online.post('/invite-teammate', {
    'invitations[0].email': email,
    'invitations[0].role': 'member',
  });
  await eventually(async () => {
    const row = await one(
      database,
      "SELECT count(*) AS n FROM outbox WHERE last_error IS NOT NULL AND json_extract(payload, '$.to') = ?",
      email,
    );
    return Number(row.n) === 1;
  });
  expect(await people.online.mails(email)).toEqual([]);
  await bringBack();
  await database.execute('UPDATE outbox SET next_attempt_at = 0 WHERE delivered_at IS NULL');
  await stack.runCron();
  expect((await people.online.mail(email, /invites you/)).text).toContain('/invitation?token=');
});

test('apps are chosen from the short list while the catalogue is down, and kept', async () => {
  await takeDown('the catalogue');
  const answer = await people.newcomer.post('/account/setup', {
    intent: 'apps',
    apps: 'n8n-nodes-base.slack',
  });
  expect(answer.headers.get('Location')).toBe('/invite-teammate');
});

test.for(['down', 'slow', 'garbage'] as const)(
  'a password is accepted while the list of breached passwords is %s, and the log says that it was not checked',
  async (mode) => {
    const before = log.length;
    await setBreaches(mode);
    fallen = 'the list of breached passwords';
    const password = 'correct horse battery staple';
    const { response } = await new PortalClient(stack).register({ password });
    expect(response.status).toBe(302);
    const lines = log.slice(before).filter((line) => line.includes('not checked against breaches'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error' });
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    for (const secret of [password, hash, hash.slice(0, 5), hash.slice(5)]) {
      expect(lines[0]).not.toContain(secret);
    }
    await bringBack();
    const refused = await new PortalClient(stack).register({ password });
    expect(refused.response.status).toBe(422);
  },
);

test('everything except the version can be changed while the version feed is down', async () => {
  await takeDown('the version feed');
  const answer = await people.online.post('/manage', {
    timezone: 'Asia/Tokyo',
    version: (await instanceOf(people.online)).version.name,
  });
  expect(answer.headers.get('Location')).toBe('/manage');
  expect((await instanceOf(people.online)).timezone).toBe('Asia/Tokyo');
  await untilOnline(people.online);
});

test('a backup that is lost while the store is down is not listed, and the old one comes back complete', async () => {
  const ids = async () => {
    const words = await (await people.online.get('/manage/export')).text();
    return new Set(words.match(/bkp_[\w-]+/g) ?? []);
  };
  expect(await ids()).toContain(backup.id);
  const before = await ids();
  await takeDown('the backup store');
  const download = await people.online.get(`/manage/export/${backup.id}/download`);
  expect(download.status).toBe(503);
  expect(await wordsOf(download)).toContain('None are lost.');
  const begun = await beginBackup(people.online);
  await eventually(async () => (await call(people.online, 'GET', `/export/${begun}`)).status !== 409);
  expect(await ids()).toEqual(before);
  await bringBack();
  const again = await archiveOf(people.online, backup.id);
  expect(await again.bytes()).toEqual(await backup.archive.bytes());
});

test('a restart requested while the cluster is down happens later', async () => {
  await takeDown('the cluster');
  expect((await call(people.online, 'PUT', '/instance/restart')).status).toBe(202);
  await untilStatus(people.online, 2);
  expect((await people.online.get('/dashboard')).status).toBe(200);
  await bringBack();
  await untilOnline(people.online);
});
