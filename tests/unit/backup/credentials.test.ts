import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UPLOAD_LIMITS } from '#app/domain/backup/archive.ts';
import { CREDENTIALS_MAX_BYTES, readCredentialsDocument } from '#app/domain/backup/credentials.ts';
import { CREDENTIALS_FILE, OPEN_CREDENTIALS_SCRIPT } from '#app/domain/backup/open-credentials.ts';
import { readArchive, readArchiveExtras } from '#app/integrations/backups/read-archive.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { encryptDocument } from '#engine/contract/credentials-document.ts';
import { all, joinChunks, stream, textOf, utf8, workflowFile, workflowJson } from './workflows.ts';

const passphrase = 'correct horse battery staple';
const credentials = [{ id: 'one', name: 'Mine', type: 'httpHeaderAuth', data: { value: 'the secret 🙂' } }];
const document = await encryptDocument(credentials, passphrase);
const content = utf8(JSON.stringify(document));

function sourceOf(bytes: Uint8Array) {
  return {
    bytes: bytes.byteLength,
    async read(offset: number, length: number) {
      if (offset < 0 || offset + length > bytes.byteLength) throw new Error('outside of the file');
      return bytes.subarray(offset, offset + length);
    },
  };
}

async function archiveOf(additions: Parameters<typeof writeArchive>[2]): Promise<Uint8Array> {
  const workflows = stream([workflowFile('a'), workflowFile('b')]);
  return joinChunks(await all(writeArchive(workflows, 0, additions)));
}

test('reads the credentials and the version of an archive, and the same workflows as without them', async () => {
  const source = sourceOf(await archiveOf({ version: '2.41.1', credentials: content }));
  expect(await readArchiveExtras(source, UPLOAD_LIMITS)).toEqual({
    version: '2.41.1',
    credentials: document,
    unrestorable: [],
  });
  const workflows = await all(readArchive(source, UPLOAD_LIMITS));
  expect(workflows.map(textOf)).toEqual([workflowJson('a'), workflowJson('b')]);
});

test('writes the same bytes of workflows with and without credentials', async () => {
  const [plain, full] = [await archiveOf({}), await archiveOf({ credentials: content })];
  // The workflows' part ends where the central directory begins.
  const workflowBytes = plain.slice(0, Buffer.from(plain).indexOf(Buffer.from('PK\x01\x02')));
  expect(Buffer.from(full).includes(Buffer.from(workflowBytes))).toBe(true);
});

test('reads an archive without credentials as one without', async () => {
  expect(await readArchiveExtras(sourceOf(await archiveOf({})), UPLOAD_LIMITS)).toEqual({
    version: null,
    credentials: null,
    unrestorable: [],
  });
});

test.each(['2.41', 'latest', '', '2.41.1 and more', '9'.repeat(60_000)])(
  'a comment with %j has no version',
  async (version) => {
    const extras = await readArchiveExtras(sourceOf(await archiveOf({ version })), UPLOAD_LIMITS);
    expect(extras.version).toBeNull();
  },
);

test.each([
  ['other JSON', '{"id": "x"}'],
  ['no JSON', '{"version": 1'],
  ['nothing', ''],
  ['no UTF-8', Uint8Array.of(0xff, 0xfe)],
  ['another version', JSON.stringify({ ...document, version: 2 })],
  ['a costlier key', JSON.stringify({ ...document, kdf: { ...document.kdf, N: 2 ** 30 } })],
  ['a cheaper key', JSON.stringify({ ...document, kdf: { ...document.kdf, N: 2 } })],
  ['a salt without end', JSON.stringify({ ...document, kdf: { ...document.kdf, salt: 'A'.repeat(4_096) } })],
  ['data that is not base64', JSON.stringify({ ...document, data: '<script>' })],
  ['no data', JSON.stringify({ ...document, data: '' })],
  ['a list', JSON.stringify([document])],
])('refuses an archive whose credentials are %s', async (_what, text) => {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  expect(readCredentialsDocument(bytes)).toBeNull();
  const source = sourceOf(await archiveOf({ credentials: bytes }));
  await expect(readArchiveExtras(source, UPLOAD_LIMITS)).rejects.toMatchObject({ name: 'ArchiveInvalid' });
});

test('refuses credentials above their limit, however well they compress', async () => {
  const large = utf8(JSON.stringify({ ...document, data: 'A'.repeat(CREDENTIALS_MAX_BYTES) }));
  const source = sourceOf(await archiveOf({ credentials: large }));
  const limits = { ...UPLOAD_LIMITS, ratio: Number.MAX_SAFE_INTEGER };
  await expect(readArchiveExtras(source, limits)).rejects.toMatchObject({ name: 'ArchiveTooLarge' });
});

test('drops unknown fields of a credentials document before the workspace', () => {
  const extended = utf8(JSON.stringify({ ...document, passphrase: 'theirs', more: 1 }));
  expect(readCredentialsDocument(extended)).toEqual(document);
});

test('opens the credentials file with the script that the page shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-open-'));
  writeFileSync(join(folder, CREDENTIALS_FILE), content);
  writeFileSync(join(folder, 'passphrase.txt'), `${passphrase}\n`);
  writeFileSync(join(folder, 'open.mjs'), OPEN_CREDENTIALS_SCRIPT);
  const output = execFileSync(process.execPath, ['open.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(credentials);
});
