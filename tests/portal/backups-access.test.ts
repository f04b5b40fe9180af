import { beforeAll, expect, inject, test } from 'vitest';
import { byToken, call } from '../support/api-calls.ts';
import { archiveOf, backUp, beginBackup, goInside, upload, wordsOf, zipOf } from '../support/backup-calls.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { joinAs, setUpOnline } from '../support/set-up.ts';

const portal = inject('portal');
const [mine, theirs] = [new PortalClient(portal), new PortalClient(portal)];
let id: string;
let uploadPath: string;

beforeAll(async () => {
  const { accountName } = await setUpOnline(mine);
  await setUpOnline(theirs);
  const workflow = await (await goInside(mine, accountName)).createWorkflow('Secret plans');
  ({ id } = await backUp(mine));
  const archive = await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Other plans' }) });
  uploadPath = (await upload(mine, archive)).headers.get('Location') ?? '';
  expect((await mine.get(uploadPath)).status).toBe(200);
});

test('another account’s backup is not found, on any path', async () => {
  for (const path of [`/manage/export/${id}/download`, `/manage/export/restore?backup=${id}`, uploadPath]) {
    const answer = await theirs.get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).not.toMatch(/Secret|Other plans/);
  }
  const answer = await call(theirs, 'GET', `/export/${id}`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'backup_not_found' });
  for (const path of [`/manage/export/restore?backup=${id}`, uploadPath]) {
    expect((await theirs.post(path, { workflowId: 'x' })).status, path).toBe(404);
  }
});

test('a script exports by its token', async () => {
  const token = mine.cookies.get('token') ?? '';
  const answer = await byToken(portal, token, `/export/${id}`);
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="/);
  expect((await answer.blob()).size).toBe((await archiveOf(mine, id)).size);
  expect((await byToken(portal, token, '/export/has-backups')).status).toBe(204);
});

test('an unfinished backup has no archive', async () => {
  const begun = await beginBackup(mine);
  // The backup may be complete already; a partial file must never be served.
  const answer = await call(mine, 'GET', `/export/${begun}`);
  expect([200, 409]).toContain(answer.status);
  if (answer.status === 409) expect(await answer.json()).toMatchObject({ code: 'backup_running' });
  else await answer.body?.cancel();
  await archiveOf(mine, begun);
});

test.for([
  ['operator', { list: 200, buttons: true, download: 200, upload: 200, restore: 200, begin: 202 }],
  ['billing', { list: 200, buttons: false, download: 403, upload: 403, restore: 403, begin: 403 }],
  ['member', { list: 200, buttons: false, download: 403, upload: 403, restore: 403, begin: 403 }],
] as const)('%s can do what the role allows', async ([role, expected]) => {
  const joiner = new PortalClient(portal);
  await joinAs(mine, joiner, { email: newAddress(), role });
  const page = await joiner.get('/manage/export');
  const words = await wordsOf(page);
  const status = async (path: string) => {
    const answer = await joiner.get(path);
    await answer.body?.cancel();
    return answer.status;
  };
  expect({
    list: page.status,
    buttons: words.includes('Back up now') && words.includes('Download'),
    download: await status(`/manage/export/${id}/download`),
    upload: await status('/manage/export/upload'),
    restore: await status(`/manage/export/restore?backup=${id}`),
    begin: (await call(joiner, 'POST', '/export/workflows')).status,
  }).toEqual(expected);
  if (!expected.buttons) expect(words).toContain('You can view backups.');
});
