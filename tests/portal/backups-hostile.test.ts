import { beforeAll, expect, inject, test } from 'vitest';
import {
  backUp,
  type ExportedWorkflow,
  entriesOf,
  goInside,
  upload,
  wordsOf,
  zipOf,
} from '../support/backup-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';

const portal = inject('portal');
const client = new PortalClient(portal);
let workflow: ExportedWorkflow;
let before: Record<string, string>;

const INVALID = 'This file isn’t a workflow backup, or it’s damaged. Nothing was changed.';
const TOO_LARGE = 'This archive is too large.';

beforeAll(async () => {
  const { accountName } = await setUpOnline(client);
  workflow = await (await goInside(client, accountName)).createWorkflow('Precious');
  before = await entriesOf((await backUp(client)).archive);
});

const json = (changes: object = {}) => JSON.stringify({ ...workflow, name: 'Evil', ...changes });

/** Uploads an archive and follows the redirect. @returns the final status and words. */
async function tryArchive(archive: Blob): Promise<{ status: number; words: string }> {
  const answer = await upload(client, archive);
  const target = answer.headers.get('Location');
  const page = target === null ? answer : await client.get(target);
  // An archive without a preview cannot be confirmed either.
  if (target !== null) {
    const confirmed = await client.post(target, { workflowId: workflow.id });
    expect(confirmed.status).toBeGreaterThanOrEqual(400);
  }
  return { status: page.status, words: await wordsOf(page) };
}

/** An archive's bytes after a change. */
async function patchArchive(archive: Blob, change: (bytes: Buffer) => Uint8Array): Promise<Blob> {
  const bytes = change(Buffer.from(await archive.arrayBuffer()));
  return new Blob([Uint8Array.from(bytes)]);
}

/** Replaces every entry's name with another of the same length. */
const renameEntry = async (from: string, to: string, text = json()) =>
  patchArchive(await zipOf({ [from]: text }), (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1'),
  );

test.for([
  ['is not an archive', async () => new Blob(['{"id": "x"}'])],
  [
    'was cut short',
    async () => patchArchive(await zipOf({ 'a.json': json() }), (bytes) => bytes.subarray(0, -40)),
  ],
  ['holds what is not JSON', () => zipOf({ 'a.json': '{"id": ' })],
  ['holds JSON that is not a workflow', () => zipOf({ 'a.json': '{"id": "x", "name": "y"}' })],
  ['holds a list', () => zipOf({ 'a.json': `[${json()}]` })],
  ['holds a workflow twice', () => zipOf({ 'a.json': json(), 'b.json': json() })],
  ['leads out of its folder', () => renameEntry('aaaa.json', '../x.json')],
  ['has an absolute path', () => renameEntry('aaaaa.json', '/etc/x.jso')],
  ['has a NUL in a path', () => renameEntry('aaaa.json', 'a\0aa.json')],
  [
    'holds another archive',
    async () => {
      const inner = await zipOf({ 'a.json': json() });
      return zipOf({ 'a.json': Buffer.from(await inner.arrayBuffer()).toString('latin1') });
    },
  ],
] as [string, () => Promise<Blob>][])('an upload that %s is refused with its sentence', async ([, make]) => {
  const { status, words } = await tryArchive(await make());
  expect(words).toContain(INVALID);
  expect(status).toBe(422);
});

test('refuses a zip bomb before unpacking it', async () => {
  const bomb = await zipOf({ 'a.json': json({ staticData: ' '.repeat(40 * 1024 * 1024) }) });
  expect(bomb.size).toBeLessThan(1024 * 1024);
  const { status, words } = await tryArchive(bomb);
  expect(words).toContain(TOO_LARGE);
  expect(status).toBe(413);
});

test('more than 50 MiB is refused on the page that sent it', async () => {
  const answer = await upload(client, new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]));
  expect(answer.status).toBe(413);
  expect(await wordsOf(answer)).toContain(TOO_LARGE);
});

test('refuses more than 50 MiB of unknown length while it arrives', async () => {
  const boundary = 'xxxxxxxx';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="archive"; filename="a.zip"\r\n\r\n`;
  let left = 51;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull(controller) {
      left -= 1;
      if (left >= 0) controller.enqueue(new Uint8Array(1024 * 1024));
      else {
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
        controller.close();
      }
    },
  });
  const answer = await client.request('/manage/export/upload', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
    ...({ duplex: 'half' } as object),
  });
  expect(answer.status).toBe(413);
  expect(await wordsOf(answer)).toContain(TOO_LARGE);
});

test.for(['', 'empty.zip'])('refuses a missing or empty file: "%s"', async (fileName) => {
  const answer = await upload(client, new Blob([]), { fileName });
  expect(answer.status).toBe(422);
  expect(await wordsOf(answer)).toContain('Please choose an archive first.');
});

test('refuses uploads from another site', async () => {
  const answer = await upload(client, await zipOf({ 'a.json': json() }), { origin: 'https://evil.example' });
  expect(answer.status).toBe(403);
});

test('only an upload may be larger than a form', async () => {
  const form = new FormData();
  form.set('archive', new Blob([new Uint8Array(2 * 1024 * 1024)]), 'archive.zip');
  for (const path of ['/manage/export', '/manage/export/restore?backup=bkp_x', '/manage']) {
    const answer = await client.request(path, {
      method: 'POST',
      headers: { Origin: portal.portalUrl },
      body: form,
    });
    expect(answer.status, path).toBe(413);
    await answer.body?.cancel();
  }
});

test('the workspace is unchanged after all of this', async () => {
  expect(await entriesOf((await backUp(client)).archive)).toEqual(before);
});
