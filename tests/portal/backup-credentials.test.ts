import { beforeAll, expect, inject, test } from 'vitest';
import type { CredentialsDocument } from '#app/domain/backup/credentials.ts';
import { decryptDocument, encryptDocument } from '#engine/contract/credentials-document.ts';
import { byToken, call } from '../support/api-calls.ts';
import {
  archiveOf,
  backUp,
  entriesOf,
  goInside,
  type Inside,
  upload,
  wordsOf,
  zipOf,
} from '../support/backup-calls.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { ageProofs } from '../support/second-factor.ts';
import { advanceClock, joinAs, setClusterFault, setUpOnline, untilStatus } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
const client = new PortalClient(portal);
let inside: Inside;
let accountName: string;
let email: string;

const PATH = '/manage/export/credentials';
const FILE = 'credentials.encrypted.json';
const passphrase = 'correct horse battery staple';
const SECRET = 'the secret of a credential';

beforeAll(async () => {
  ({ accountName, email } = await setUpOnline(client));
  inside = await goInside(client, accountName);
});

/** @returns the newest backup's id, once none is in progress; null without one. */
async function newestBackup(): Promise<string | null> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const html = await (await client.get('/manage/export')).text();
    const id = /\/manage\/export\/(?:restore\?backup=)?(bkp_[\w-]+)/.exec(html)?.[1];
    if (!html.includes('Backup in progress')) return id ?? null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The backup has not ended.');
}

/** @returns the id of the backup that follows this one. */
async function backupAfter(earlier: string | null): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const id = await newestBackup();
    if (id !== null && id !== earlier) return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('There is no newer backup.');
}

/** Makes a backup with credentials through the form. @returns its id and its files. */
async function backUpWithCredentials(given = passphrase) {
  const earlier = await newestBackup();
  const answer = await client.post(PATH, { passphrase: given, repeated: given });
  expect(answer.status, await answer.clone().text()).toBe(302);
  expect(answer.headers.get('Location')).toBe('/manage/export');
  const id = await backupAfter(earlier);
  return { id, files: await entriesOf(await archiveOf(client, id)) };
}

/** One backup for the tests that only read it: its key takes a second of CPU time to derive. */
let shared: ReturnType<typeof backUpWithCredentials> | undefined;
function readBackup() {
  shared ??= backUpWithCredentials();
  return shared;
}

const documentIn = (files: Record<string, string>) => JSON.parse(files[FILE] ?? '') as CredentialsDocument;

test('exports a credential with the passphrase, and restores it after a removal', async () => {
  const workflow = await inside.createWorkflow('Uses the credential');
  const id = await inside.createCredential('Mine', { name: 'X-Key', value: SECRET });
  const plain = await entriesOf((await backUp(client)).archive);
  expect(Object.keys(plain)).not.toContain(FILE);

  const backup = await backUpWithCredentials();
  expect(JSON.stringify(backup.files)).not.toContain(SECRET);
  const { [FILE]: _sealed, ...workflows } = backup.files;
  expect(workflows).toEqual(plain);
  expect(await decryptDocument(documentIn(backup.files), passphrase)).toMatchObject([
    { id, name: 'Mine', data: { value: SECRET } },
  ]);
  expect(await wordsOf(await client.get('/manage/export'))).toContain('With credentials, encrypted');

  await inside.removeCredential(id);
  const path = `/manage/export/restore?backup=${backup.id}`;
  expect(await wordsOf(await client.get(path))).toContain('Restore credentials');

  const wrong = await client.post(path, { passphrase: 'another horse battery', workflowId: workflow.id });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain('doesn’t open this backup’s credentials');
  expect(html).not.toContain('another horse battery');
  expect(await inside.credentialNames()).toEqual([]);
  expect(await newestBackup(), 'a wrong passphrase makes no backup').toBe(backup.id);

  const right = await client.post(path, { passphrase });
  expect(right.status).toBe(302);
  const answer = await wordsOf(await client.get(right.headers.get('Location') ?? ''));
  expect(answer).toContain('Credentials restored.');
  expect(await inside.credentialNames()).toEqual(['Mine']);
  // The safety backup before the restore holds the earlier contents, under the same passphrase.
  const safety = await entriesOf(await archiveOf(client, await backupAfter(backup.id)));
  expect(await decryptDocument(documentIn(safety), passphrase)).toEqual([]);
});

test('restores workflows without the passphrase, and leaves the credentials unchanged', async () => {
  const { id } = await backUpWithCredentials();
  const names = await inside.credentialNames();
  const added = await inside.createCredential('Later', { value: 'x' });
  const workflow = await inside.createWorkflow('Changed');
  const archive = await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Changed by the file' }) });
  const path = (await upload(client, archive)).headers.get('Location') ?? '';
  expect((await client.post(path, { workflowId: workflow.id, passphrase: '' })).status).toBe(302);
  expect(await inside.credentialNames()).toEqual([...names, 'Later']);
  expect(id).not.toBe(await newestBackup());
  await inside.removeCredential(added);
});

test.for([
  ['nothing', '', undefined, 'Please enter a passphrase.'],
  ['11 characters', 'Kx7!pq Zw2m', undefined, 'Please use at least 12 characters.'],
  ['11 emoji', '🙂🚀🌵🎻🧭🪁🥨🦉🎲🧵🪐', undefined, 'Please use at least 12 characters.'],
  [
    '257 characters',
    'Kx7!pq Zw2mR'.repeat(22).slice(0, 257),
    undefined,
    'Please use at most 256 characters.',
  ],
  ['an easy one', 'aaaaaaaaaaaa', undefined, 'too easy to guess'],
  ['two different ones', passphrase, 'correct horse battery stable', 'The passphrases don’t match.'],
] as const)('%s is refused at its field, and echoed nowhere', async ([, given, repeated, sentence]) => {
  const answer = await client.post(PATH, { passphrase: given, repeated: repeated ?? given });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html.replaceAll('&#x27;', "'")).toContain(sentence);
  if (given !== '') expect(html).not.toContain(given);
});

test.for([
  ['12 characters', 'Kx7!pq Zw2mR'],
  ['256 characters', 'Kx7!pq Zw2mR'.repeat(22).slice(0, 256)],
  ['12 emoji', '🙂🚀🌵🎻🧭🪁🥨🦉🎲🧵🪐🎈'],
  ['256 emoji', '🙂🚀🌵🎻🧭🪁🥨🦉🎲🧵🪐🎈'.repeat(22).slice(0, 512)],
  ['spaces and accents', ' Crème brûlée à Nîmes '],
] as const)('%s open their own export', async ([, given]) => {
  const { files } = await backUpWithCredentials(given);
  expect(Array.isArray(await decryptDocument(documentIn(files), given.normalize('NFC')))).toBe(true);
});

test('two simultaneous requests create one backup, and the other sender gets the reason', async () => {
  const forms = [passphrase, 'another horse battery lamp'];
  const earlier = await newestBackup();
  const answers = await Promise.all(
    forms.map((given) => client.post(PATH, { passphrase: given, repeated: given })),
  );
  const done = answers.findIndex(({ status }) => status === 302);
  const statuses = answers.map(({ status }) => status).sort();
  // In sequence both succeed; two passphrases must never share one archive.
  expect([
    [302, 302],
    [302, 409],
  ]).toContainEqual(statuses);
  const files = await entriesOf(await archiveOf(client, await backupAfter(earlier)));
  if (statuses[1] === 409)
    expect(await decryptDocument(documentIn(files), forms[done] ?? '')).toBeInstanceOf(Array);
});

test.for(['operator', 'billing', 'member'] as const)('%s cannot access credentials', async (role) => {
  const { id } = await readBackup();
  const joiner = new PortalClient(portal);
  await joinAs(client, joiner, { email: newAddress(), role });
  expect((await joiner.get(PATH)).status).toBe(403);
  expect((await joiner.post(PATH, { passphrase, repeated: passphrase })).status).toBe(403);
  expect((await joiner.get(`/manage/export/${id}/download`)).status).toBe(403);
  expect((await call(joiner, 'GET', `/export/${id}`)).status).toBe(403);
  const restore = `/manage/export/restore?backup=${id}`;
  expect((await joiner.post(restore, { passphrase })).status).toBe(403);
  const page = await joiner.get(restore);
  expect(page.status).toBe(role === 'operator' ? 200 : 403);
  if (role === 'operator') expect(await wordsOf(page)).toContain('Only owners can restore them.');
});

test('a session token of the owner downloads them by the API, as the page does', async () => {
  const { id } = await readBackup();
  const answer = await byToken(portal, client.cookies.get('token') ?? '', `/export/${id}`);
  expect(Object.keys(await entriesOf(await answer.blob()))).toContain(FILE);
});

test('another account finds neither the backup nor its credentials', async () => {
  const { id } = await readBackup();
  const theirs = new PortalClient(portal);
  await setUpOnline(theirs);
  expect((await theirs.get(`/manage/export/${id}/download`)).status).toBe(404);
  expect((await theirs.get(`/manage/export/restore?backup=${id}`)).status).toBe(404);
  expect((await theirs.post(`/manage/export/restore?backup=${id}`, { passphrase })).status).toBe(404);
});

test('refuses an archive from a newer n8n with a sentence, before any change', async () => {
  const workflow = await inside.createWorkflow('From the future');
  const zip = Buffer.from(
    await (await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Newer' }) })).arrayBuffer(),
  );
  for (const [version, status] of [
    ['n8n 99.0.0', 409],
    ['n8n 0.1.0', 200],
  ] as const) {
    zip.writeUInt16LE(version.length, zip.byteLength - 2);
    const archive = new Blob([zip, version]);
    const path = (await upload(client, archive)).headers.get('Location') ?? '';
    const page = await client.get(path);
    expect(page.status, version).toBe(status);
    if (status === 200) continue;
    expect(await wordsOf(page)).toContain('comes from a newer version of n8n');
    expect((await client.post(path, { workflowId: workflow.id })).status).toBe(409);
  }
});

test('a file that the passphrase opens but that contains no credentials changes nothing', async () => {
  const names = await inside.credentialNames();
  for (const content of [['no credential'], [{ id: 'x' }]]) {
    const archive = await zipOf({ [FILE]: JSON.stringify(await encryptDocument(content, passphrase)) });
    const path = (await upload(client, archive)).headers.get('Location') ?? '';
    expect((await client.post(path, { passphrase })).status).toBe(422);
  }
  expect(await inside.credentialNames()).toEqual(names);
});

test('a passphrase for an archive without credentials restores nothing', async () => {
  const workflow = await inside.createWorkflow('Plain');
  const archive = await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Plain and changed' }) });
  const path = (await upload(client, archive)).headers.get('Location') ?? '';
  const answer = await client.post(path, { passphrase, workflowId: workflow.id });
  expect(answer.status).toBe(422);
  expect(await wordsOf(answer)).toContain('This archive contains no credentials.');
});

test('the activity shows the actor, and no table contains the passphrase', async () => {
  await backUpWithCredentials('Quite another horse battery');
  const words = await wordsOf(await client.get('/account/activity'));
  expect(words).toContain('started a backup with credentials');
  const { rows } = await database.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
  for (const { name } of rows) {
    const table = await database.execute(`SELECT * FROM "${String(name)}"`);
    expect(JSON.stringify(table.rows), String(name)).not.toContain('Quite another horse battery');
  }
});

test('a workspace that does not answer, or is not Online, gets a sentence and no backup', async () => {
  const other = new PortalClient(portal);
  const { accountName: name } = await setUpOnline(other);
  await setClusterFault(other, name, 'gone');
  const silent = await other.post(PATH, { passphrase, repeated: passphrase });
  expect([409, 502]).toContain(silent.status);
  expect(await silent.text()).not.toContain(passphrase);
  await setClusterFault(other, name, 'none');
  await advanceClock(other, name, 'P14D');
  await untilStatus(other, 3);
  expect(await wordsOf(await other.get(PATH))).toContain('Your workspace isn’t online');
  expect((await other.post(PATH, { passphrase, repeated: passphrase })).status).toBe(409);
});

// Runs last: it ages the session's proof.
test('a session without a recent proof is asked to confirm, before any input', async () => {
  const { rows } = await database.execute({ sql: 'SELECT id FROM users WHERE email = ?', args: [email] });
  const backup = await readBackup();
  await ageProofs(database, { userId: String(rows[0]?.id) });
  const asked = await client.get(PATH);
  expect(asked.headers.get('Location')).toBe(
    `/account/confirm-access?${new URLSearchParams({ returnPath: PATH })}`,
  );
  const restore = `/manage/export/restore?backup=${backup.id}`;
  const page = await client.get(restore);
  expect(page.status).toBe(200);
  expect(await wordsOf(page)).toContain('Confirm it’s you');
  const posted = await client.post(restore, { passphrase });
  expect(posted.headers.get('Location')).toMatch(/^\/account\/confirm-access\?/);
});
