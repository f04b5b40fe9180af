import { beforeAll, expect, inject, test } from 'vitest';
import { call } from '../support/api-calls.ts';
import {
  archiveOf,
  backUp,
  beginBackup,
  type ExportedWorkflow,
  entriesOf,
  goInside,
  type Inside,
  upload,
  wordsOf,
  zipOf,
} from '../support/backup-calls.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { advanceClock, advanceToProbe, setUpOnline, untilStatus } from '../support/set-up.ts';

const portal = inject('portal');
const client = new PortalClient(portal);
let inside: Inside;
let accountName: string;

beforeAll(async () => {
  ({ accountName } = await setUpOnline(client));
  inside = await goInside(client, accountName);
});

/** The workflow files of an archive, by workflow id. */
async function workflowsIn(archive: Blob): Promise<Record<string, string>> {
  const files = Object.values(await entriesOf(archive));
  return Object.fromEntries(files.map((text) => [(JSON.parse(text) as ExportedWorkflow).id, text]));
}

/** Confirms a preview as its form does. @returns the resulting page. */
async function confirm(path: string, workflowIds: string[]): Promise<string> {
  const answer = await client.post(path, new URLSearchParams(workflowIds.map((id) => ['workflowId', id])));
  expect(answer.status, await answer.clone().text()).toBe(302);
  return wordsOf(await client.get(answer.headers.get('Location') ?? ''));
}

test('before the first backup the screen says so, and the presence check returns 404', async () => {
  const fresh = new PortalClient(portal);
  await setUpOnline(fresh);
  expect(await wordsOf(await fresh.get('/manage/export'))).toContain('There is no backup yet.');
  expect((await call(fresh, 'HEAD', '/export/has-backups')).status).toBe(404);
});

test('the screen costs one round trip and one object call', async () => {
  for (const path of ['/manage/export', '/manage/export/restore?backup=bkp_none']) {
    const { headers } = await client.get(path);
    expect(headers.get('Server-Timing'), path).toBe('db;desc="1", object;desc="1"');
  }
});

test('a plain form starts a backup on demand, which is listed and downloaded byte for byte', async () => {
  const made = [
    await inside.createWorkflow('Invoices'),
    await inside.createWorkflow('Ünïcode / ../x "quoted"'),
  ];
  const answer = await client.post('/manage/export', { intent: 'back-up' });
  expect(answer.headers.get('Location')).toBe('/manage/export');
  expect(await wordsOf(await client.get('/manage/export'))).toContain('Backup started.');
  const page = await eventually(async () => {
    const html = await (await client.get('/manage/export')).text();
    return html.includes('/download"') && html;
  });
  expect(page).toMatch(/On demand/);
  expect((await call(client, 'HEAD', '/export/has-backups')).status).toBe(204);

  const path = /href="(\/manage\/export\/bkp_[^"]+\/download)"/.exec(page)?.[1] ?? '';
  const download = await client.get(path);
  expect(download.status).toBe(200);
  const { headers } = download;
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w.-]+\.zip"/);
  expect(headers.get('Content-Type')).toBe('application/zip');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toBe('private, no-store');
  const archive = await download.blob();
  expect(headers.get('Content-Length')).toBe(String(archive.size));
  const files = await entriesOf(archive);
  for (const name of Object.keys(files)) expect(name).toMatch(/^[\p{L}\p{N}_-]+\.json$/u);
  const held = await workflowsIn(archive);
  for (const workflow of made) expect(held[workflow.id]).toBe(JSON.stringify(workflow));
});

test('the dashboard shows the time of the last backup', async () => {
  const lastBackup = /<dt>Last backup<\/dt><dd><a [^>]*href="\/manage\/export"[^>]*>(.*?)<\/a>/;
  await backUp(client);
  const page = await (await client.get('/dashboard')).text();
  expect(lastBackup.exec(page)?.[1]).toMatch(/^<time /);
});

// Concurrent requests can share a backup (tests/workers/backups.test.ts); here one may end before the next starts.
test('concurrent exports are each answered with a whole archive', async () => {
  const ids = await Promise.all([beginBackup(client), beginBackup(client), beginBackup(client)]);
  const archives = await Promise.all(ids.map((id) => archiveOf(client, id)));
  const [first, ...others] = await Promise.all(archives.map(entriesOf));
  expect(Object.keys(first ?? {})).not.toEqual([]);
  for (const other of others) expect(other).toEqual(first);
});

test('a restore brings back changed and missing workflows byte for byte, and leaves the others unchanged', async () => {
  const [kept, chosen] = [await inside.createWorkflow('Kept'), await inside.createWorkflow('Chosen')];
  const { id, archive } = await backUp(client);
  const before = await workflowsIn(archive);

  // The workspace then changes: one workflow differs, and two are new.
  const changed = { ...chosen, name: 'Chosen and changed', nodes: [] };
  const added = { ...chosen, id: 'addedByTheFile01', name: 'Added by the file' };
  const uploaded = await upload(
    client,
    await zipOf({ 'changed.json': JSON.stringify(changed), 'added.json': JSON.stringify(added) }),
  );
  expect(uploaded.status).toBe(302);
  const fromFile = uploaded.headers.get('Location') ?? '';
  expect(fromFile).toMatch(/^\/manage\/export\/restore\?upload=[\w-]+$/);
  const preview = await wordsOf(await client.get(fromFile));
  expect(preview).toMatch(
    /Changed Differs .* Chosen and changed Added Not in your workspace.* Added by the file/,
  );
  const outcome = await confirm(fromFile, [changed.id, added.id]);
  expect(outcome).toContain('Workflows restored. 1 workflow replaced 1 workflow added');
  const moved = await workflowsIn((await backUp(client)).archive);
  expect(JSON.parse(moved[chosen.id] ?? '')).toMatchObject({ name: 'Chosen and changed', nodes: [] });
  expect(Object.keys(moved).sort()).toEqual([...Object.keys(before), added.id].sort());

  // Restores the previous state.
  const fromBackup = `/manage/export/restore?backup=${id}`;
  const back = await wordsOf(await client.get(fromBackup));
  expect(back).toMatch(/Changed Differs .* Chosen /);
  expect(back).toContain('1 other workflow in your workspace is not in this backup. It stays as it is.');
  expect(back).not.toContain('Added Not in');
  expect(await confirm(fromBackup, [chosen.id])).toContain('1 workflow replaced');
  const after = await workflowsIn((await backUp(client)).archive);
  expect(after[chosen.id]).toBe(before[chosen.id]);
  expect(after[kept.id]).toBe(before[kept.id]);
  expect(after[added.id]).toBe(moved[added.id]);
  const nothing = await wordsOf(await client.get(fromBackup));
  expect(nothing).toContain('There is nothing to restore');
});

test('an upload is deleted after its restore', async () => {
  const workflow = await inside.createDraft('Once');
  const archive = await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Twice' }) });
  const path = (await upload(client, archive)).headers.get('Location') ?? '';
  await confirm(path, [workflow.id]);
  expect((await client.get(path)).status).toBe(404);
});

test('the field of a preview with too many boxes restores each workflow that differs', async () => {
  const [same, other] = [await inside.createDraft('Same'), await inside.createDraft('Other')];
  const files = { 'a.json': JSON.stringify(same), 'b.json': JSON.stringify({ ...other, name: 'Different' }) };
  const path = (await upload(client, await zipOf(files))).headers.get('Location') ?? '';
  const answer = await client.post(path, { isWhole: 'yes' });
  expect(answer.headers.get('Location')).toBe('/manage/export?added=0&changed=1&unchanged=0&credentials=0');
});

test('restores all but the workflow that n8n refuses, and lists that one with the reason', async () => {
  const [good, bad] = [await inside.createDraft('Good'), await inside.createDraft('Bad')];
  const files = {
    'a.json': JSON.stringify({ ...bad, name: 'b'.repeat(200) }),
    'b.json': JSON.stringify({ ...good, name: 'Better' }),
  };
  const path = (await upload(client, await zipOf(files))).headers.get('Location') ?? '';
  const chosen = [good.id, bad.id].map((id) => ['workflowId', id]);
  const answer = await client.post(path, new URLSearchParams(chosen));
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain('n8n refused the selected workflows that are still listed.');
  expect(page).toContain(`value="${bad.id}"`);
  expect(page).not.toContain(`value="${good.id}"`);
});

test('refuses a restore without a selection beside the preview', async () => {
  const { id } = await backUp(client);
  const refused = await client.post(`/manage/export/restore?backup=${id}`, {});
  expect(refused.status).toBe(422);
  expect(await wordsOf(refused)).toContain('Please choose at least one workflow to restore.');
});

test('a stopped workspace cannot be backed up, but its backups and its mailed final backup can be downloaded', async () => {
  const leaving = new PortalClient(portal);
  const { accountName, email } = await setUpOnline(leaving);
  const workflow = await (await goInside(leaving, accountName)).createWorkflow('The last one');
  const { id } = await backUp(leaving);
  await advanceClock(leaving, accountName, 'P14D');
  await untilStatus(leaving, 3);
  const page = await wordsOf(await leaving.get('/manage/export'));
  expect(page).toContain('A stopped workspace can’t be backed up or restored.');
  expect(page).not.toContain('Back up now');
  const begun = await call(leaving, 'POST', '/export/workflows');
  expect(begun.status).toBe(409);
  expect(await begun.json()).toMatchObject({ code: 'workspace_not_online' });
  expect((await leaving.get(`/manage/export/restore?backup=${id}`)).status).toBe(409);
  expect(await workflowsIn(await archiveOf(leaving, id))).toHaveProperty(workflow.id);

  await advanceClock(leaving, accountName, 'P3D');
  const { text } = await eventually(
    async () =>
      (await leaving.mails(email)).find(({ subject }) => /was deleted$/.test(subject)) ??
      advanceToProbe(leaving, accountName),
  );
  const token = /\/final-backup\?token=([\w.-]+)/.exec(text)?.[1];
  const anyone = new PortalClient(portal);
  const link = await anyone.get(`/final-backup?token=${token}`);
  expect(link.status).toBe(200);
  const html = await link.text();
  // The link itself contains no names.
  expect(html).not.toContain(accountName);
  const path = /href="(\/final-backup\/archive\?token=[^"]+)"/.exec(html)?.[1] ?? '';
  const download = await anyone.get(path);
  expect(download.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w.-]+\.zip"/);
  expect((await workflowsIn(await download.blob()))[workflow.id]).toBe(JSON.stringify(workflow));

  await advanceClock(leaving, accountName, 'P91D');
  const late = await anyone.get(`/final-backup?token=${token}`);
  expect(late.status).toBe(404);
  expect(await wordsOf(late)).toContain('No backup at this link');
  expect((await anyone.get(path)).status).toBe(404);
  expect(await wordsOf(await leaving.get('/manage/export'))).toContain('There are no backups anymore.');
});

test.for([
  ['missing', ''],
  ['no token', 'none'],
  ['unsigned', 'wks_x.1.x'],
  ['long', 'x'.repeat(3_000)],
  ['a NUL', '%00'],
] as const)('a final backup link that is %s shows a page that says so', async ([, token]) => {
  const response = await new PortalClient(portal).get(`/final-backup?token=${token}`);
  expect(response.status).toBe(404);
  expect(await wordsOf(response)).toContain('We keep a final backup for 90 days.');
});
