import {
  BlobReader,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { BACKUP_LIMITS, UPLOAD_LIMITS } from '#app/domain/backup/archive.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { readArchive, readArchiveExtras } from '#app/integrations/backups/read-archive.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { digestExport } from '#durable-objects/workspace/workflow-digests.ts';
import {
  all,
  chunksOf,
  joinChunks,
  noisyWorkflowJson,
  stream,
  textOf,
  utf8,
  workflowFile,
  workflowJson,
} from './workflows.ts';

const TAKEN_AT = Date.UTC(2026, 10, 18, 12, 30, 40);

async function archiveOf(...jsons: string[]): Promise<Uint8Array> {
  const files = jsons.map((json) => {
    const { id, name } = JSON.parse(json) as { id: string; name: string };
    return { ...workflowFile(id, json), name };
  });
  return joinChunks(await all(writeArchive(stream(files), TAKEN_AT)));
}

function sourceOf(bytes: Uint8Array) {
  return {
    bytes: bytes.byteLength,
    async read(offset: number, length: number) {
      if (offset < 0 || offset + length > bytes.byteLength) throw new Error('outside of the file');
      return bytes.subarray(offset, offset + length);
    },
  };
}

function read(bytes: Uint8Array, limits = UPLOAD_LIMITS) {
  return all(readArchive(sourceOf(bytes), limits));
}

/** Creates an archive as another program would. */
async function zipOf(
  files: Record<string, string | Uint8Array>,
  options: ConstructorParameters<typeof ZipWriter>[1] = {},
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  for (const [name, content] of Object.entries(files)) {
    await writer.add(
      name,
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content),
    );
  }
  return writer.close();
}

/** Sets one number in the first entry of the archive's directory, or in that file's local header. */
function patchArchive(
  archive: Uint8Array,
  record: 'local' | 'central' | 'end',
  offset: number,
  value: number,
  size = 4,
) {
  const bytes = archive.slice();
  const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }[record];
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.byteLength; at += 1) {
    if (view.getUint32(at, true) !== signature) continue;
    if (size === 4) view.setUint32(at + offset, value, true);
    else view.setUint16(at + offset, value, true);
    return bytes;
  }
  throw new Error(`There is no ${record} record.`);
}

test('reads back what it wrote byte for byte, as another program does', async () => {
  const jsons = [
    workflowJson('a', { name: 'Täglich ../x' }),
    `{ "id":"b","name":"spaced" ,\n"nodes":[],"connections":{"x":1.50} }`,
    noisyWorkflowJson('large', 900_000),
  ];
  const archive = await archiveOf(...jsons);
  expect((await read(archive)).map(textOf)).toEqual(jsons);

  const other = new ZipReader(new BlobReader(new Blob([archive.slice()])), { useWebWorkers: false });
  const entries = await other.getEntries({ strictness: 'strict' });
  expect(entries.map(({ filename }) => filename)).toEqual([
    'Täglich-x-a.json',
    'spaced-b.json',
    'Workflow-large-large.json',
  ]);
  for (const [index, entry] of entries.entries()) {
    if (entry.directory) throw new Error('a directory');
    expect(await entry.getData(new TextWriter(), { checkCrc32: true })).toBe(jsons[index]);
    expect(entry.lastModDate.getTime()).toBe(new Date(2026, 10, 18, 12, 30, 40).getTime());
  }
});

test('gives each workflow a file of its own, also where a file system ignores case', async () => {
  const named = [
    ['a', 'b-c'],
    ['a b', 'c'],
    ['Orders', 'x1'],
    ['orders', 'X1'],
    ['ORDERS', 'x1-2'],
    ['ORDERS x1', '2'],
  ] as const;
  const jsons = named.map(([name, id]) => workflowJson(id, { name }));
  const archive = await archiveOf(...jsons);
  expect((await read(archive)).map(textOf)).toEqual(jsons);
  const entries = await new ZipReader(new BlobReader(new Blob([archive.slice()])), {
    useWebWorkers: false,
  }).getEntries();
  expect(entries.map(({ filename }) => filename)).toEqual([
    'a-b-c.json',
    'a-b-c-2.json',
    'Orders-x1.json',
    'orders-X1-2.json',
    'ORDERS-x1-2-2.json',
    'ORDERS-x1-2-3.json',
  ]);
});

test('reads an archive without workflows', async () => {
  expect(await read(await archiveOf())).toEqual([]);
});

test('reads an archive that another program packed', async () => {
  const jsons = { 'a.json': workflowJson('a'), 'b.json': `${workflowJson('b')}\n` };
  for (const options of [{ level: 0 }, { level: 9 }, { dataDescriptor: false, bufferedWrite: true }]) {
    expect((await read(await zipOf(jsons, options))).map(textOf)).toEqual([
      workflowJson('a'),
      workflowJson('b'),
    ]);
  }
});

test('reads an archive that Windows packed, whose file names are not UTF-8', async () => {
  // As Explorer writes "Grün" in code page 437.
  const encodeText = () => Uint8Array.of(0x47, 0x72, 0x81, 0x6e, 0x2e, 0x6a, 0x73, 0x6f, 0x6e);
  const archive = await zipOf({ 'Grün.json': workflowJson('a') }, { encodeText, useUnicodeFileNames: false });
  expect((await read(archive)).map(({ id }) => id)).toEqual(['a']);
});

/** @param levels with the workflow's own object. */
const nestedWorkflow = (levels: number) =>
  workflowJson('a').replace('[]', '['.repeat(levels - 1) + ']'.repeat(levels - 1));

const UNREADABLE = 'A file of the archive is encrypted, or compressed in an unknown way.';

/** What is wrong with an archive, and the message where the log has to tell the cause. */
const invalid: Array<[string, () => Promise<Uint8Array>, message?: string]> = [
  ['nothing', async () => new Uint8Array()],
  ['no zip', async () => utf8('this is text, and long enough to have been a zip')],
  ['a workflow without an archive', async () => utf8(workflowJson('a'))],
  ['no JSON', () => zipOf({ 'a.json': 'hello' })],
  ['JSON of something else', () => zipOf({ 'a.json': '{"a":1}' })],
  ['a list', () => zipOf({ 'a.json': `[${workflowJson('a')}]` })],
  ['two in one file', () => zipOf({ 'a.json': workflowJson('a') + workflowJson('b') })],
  ['an empty file', () => zipOf({ 'a.json': '' })],
  [
    'no UTF-8',
    () => zipOf({ 'a.json': utf8(workflowJson('a')).map((byte) => (byte === 0x57 ? 0xff : byte)) }),
  ],
  ['another kind of file', () => zipOf({ 'a.txt': workflowJson('a') })],
  ['a zip in it', async () => zipOf({ 'a.json': await archiveOf(workflowJson('a')) })],
  ['a zip by its name', async () => zipOf({ 'a.zip': await archiveOf(workflowJson('a')) })],
  ['a path upwards', () => zipOf({ '../x.json': workflowJson('a') })],
  ['a path upwards for Windows', () => zipOf({ '..\\x.json': workflowJson('a') })],
  ['an absolute path', () => zipOf({ '/etc/x.json': workflowJson('a') })],
  ['a drive', () => zipOf({ 'C:x.json': workflowJson('a') })],
  ['a folder', () => zipOf({ 'folder/x.json': workflowJson('a') })],
  ['a NUL in a name', () => zipOf({ 'a\u0000.json': workflowJson('a') })],
  ['a hidden file', () => zipOf({ '.json': workflowJson('a') })],
  ['the same workflow twice', () => zipOf({ 'a.json': workflowJson('a'), 'b.json': workflowJson('a') })],
  ['encryption', () => zipOf({ 'a.json': workflowJson('a') }, { password: 'x' }), UNREADABLE],
  [
    'old encryption',
    () => zipOf({ 'a.json': workflowJson('a') }, { password: 'x', zipCrypto: true }),
    UNREADABLE,
  ],
  [
    'a workflow nested deeper than 2^20 levels',
    // Stored, since its compression would be suspicious.
    () => zipOf({ 'a.json': nestedWorkflow(2 ** 20 + 1) }, { level: 0 }),
    'The JSON is nested too deep.',
  ],
  ['a wrong checksum', async () => patchArchive(await archiveOf(workflowJson('a')), 'central', 16, 1)],
  [
    'a file that is larger than it says',
    async () => patchArchive(await archiveOf(workflowJson('a')), 'central', 24, 20),
  ],
  [
    'a file that is smaller than it says',
    async () => patchArchive(await archiveOf(workflowJson('a')), 'central', 24, 900),
  ],
  [
    'an unknown compression',
    async () => patchArchive(await archiveOf(workflowJson('a')), 'central', 10, 12, 2),
    UNREADABLE,
  ],
  [
    'two compressions',
    async () => patchArchive(await archiveOf(workflowJson('a')), 'local', 8, 0, 2),
    'The header of a file contradicts the directory.',
  ],
  [
    'an offset outside of it',
    async () => patchArchive(await archiveOf(workflowJson('a')), 'central', 42, 0xfffffff0),
  ],
  [
    'fewer entries than there are',
    async () =>
      patchArchive(patchArchive(await archiveOf(workflowJson('a')), 'end', 8, 0, 2), 'end', 10, 0, 2),
  ],
  [
    'more entries than there are',
    async () =>
      patchArchive(patchArchive(await archiveOf(workflowJson('a')), 'end', 8, 2, 2), 'end', 10, 2, 2),
  ],
  ['something before it', async () => joinChunks([utf8('#!/bin/sh\n'), await archiveOf(workflowJson('a'))])],
  ['something after it', async () => joinChunks([await archiveOf(workflowJson('a')), utf8('more')])],
];

test.for(invalid)('refuses an upload of %s', async ([, make, message]) => {
  const refusal = { name: 'ArchiveInvalid', ...(message && { message }) };
  await expect(read(await make())).rejects.toMatchObject(refusal);
});

test('refuses an archive that is cut off anywhere', async () => {
  const archive = await archiveOf(workflowJson('a'), workflowJson('b'));
  for (let length = 0; length < archive.byteLength; length += 1) {
    await expect(read(archive.slice(0, length)), `${length} bytes`).rejects.toMatchObject({
      name: 'ArchiveInvalid',
    });
  }
});

test('refuses an archive with a changed bit, or reads the same workflows', async () => {
  const jsons = [workflowJson('a'), workflowJson('b')];
  const archive = await archiveOf(...jsons);
  for (let at = 0; at < archive.byteLength; at += 1) {
    const changed = archive.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    const outcome = await read(changed).then(
      (workflows) => workflows.map(textOf),
      (error: Error) => error.name,
    );
    if (typeof outcome === 'string') expect(outcome, `byte ${at}`).toMatch(/^Archive(Invalid|TooLarge)$/);
    else expect(outcome, `byte ${at}`).toEqual(jsons);
  }
});

test('refuses files that share bytes, by which a small archive unpacks to a large one', async () => {
  const archive = await archiveOf(workflowJson('a'), workflowJson('b'));
  // The directory's second entry points to the first entry's bytes.
  const view = new DataView(archive.buffer, archive.byteOffset);
  const second = utf8('Workflow-b-b.json').byteLength + 46;
  view.setUint32(archive.byteLength - 22 - second + 42, 0, true);
  await expect(read(archive)).rejects.toMatchObject({
    name: 'ArchiveInvalid',
    message: 'A file of the archive reaches into what follows it.',
  });
});

const tooLarge: Array<[string, () => Promise<Uint8Array>]> = [
  ['a bomb', () => zipOf({ 'a.json': workflowJson('a', { pad: 'x'.repeat(15 * 1024 * 1024) }) })],
  [
    '5,001 files',
    async () => archiveOf(...Array.from({ length: 5_001 }, (_, index) => workflowJson(`w${index}`))),
  ],
];

test.for(tooLarge)('refuses an upload with %s as too large', async ([, make]) => {
  await expect(read(await make())).rejects.toMatchObject({ name: 'ArchiveTooLarge' });
});

test('refuses more than 200 MiB by the declared sizes, before it unpacks anything', async () => {
  const archive = await archiveOf(...Array.from({ length: 14 }, (_, index) => workflowJson(`w${index}`)));
  const view = new DataView(archive.buffer, archive.byteOffset);
  for (let at = 0; at + 46 <= archive.byteLength; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 15 * 1024 * 1024, true);
  }
  await expect(read(archive, { ...UPLOAD_LIMITS, ratio: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
    name: 'ArchiveTooLarge',
  });
});

test('holds a workflow whose draft and published version exceed 16 MiB together, beside the others', async () => {
  const nodes = [
    { name: 'Code', type: 'n8n-nodes-base.code', parameters: { jsCode: 'x'.repeat(9 * 1024 * 1024) } },
  ];
  const jsons = [
    workflowJson('a'),
    workflowJson('large', { nodes, published: { versionId: '1', nodes, connections: {} } }),
    workflowJson('b'),
  ];
  const exported = () => splitExport(stream(chunksOf(utf8(`[${jsons.join(',')}]`), 65_536)));
  const archived = await read(joinChunks(await all(writeArchive(exported(), TAKEN_AT))), BACKUP_LIMITS);
  expect(archived.map(textOf)).toEqual(jsons);
  // A restore compares the two.
  expect(await all(digestExport(stream(archived)))).toEqual(await all(digestExport(exported())));
});

test('leaves out a workflow of more than 33 MiB and names its file, beside the others', async () => {
  const MIB = new Uint8Array(1024 * 1024).fill(0x20);
  async function* exported() {
    yield workflowFile('a');
    for (let part = 0; part < 34; part += 1)
      yield { ...workflowFile('large', ''), chunks: [MIB], bytes: MIB.byteLength, isPart: true as const };
    yield workflowFile('large');
    yield workflowFile('b');
  }
  const archive = joinChunks(await all(writeArchive(exported(), TAKEN_AT)));
  expect((await read(archive, BACKUP_LIMITS)).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await readArchiveExtras(sourceOf(archive), BACKUP_LIMITS)).toMatchObject({
    unrestorable: ['Workflow-large-large.json'],
  });
});

const exportOf = (jsons: string[]) => splitExport(stream(chunksOf(utf8(`[${jsons.join(',')}]`), 65_536)));

test('keeps workflows whose ids no workspace imports, names their files and reads the others', async () => {
  const odd = ['../a', 'a.b', 'x'.repeat(9_000)].map((id) => workflowJson(id, { name: 'Same' }));
  const large = workflowJson('a/b', { pad: 'x'.repeat(17 * 1024 * 1024) });
  const plain = [workflowJson('a'), workflowJson('b')];
  const exported = () => exportOf([plain[0] ?? '', ...odd, large, plain[1] ?? '']);
  const archive = joinChunks(await all(writeArchive(exported(), TAKEN_AT)));
  expect((await read(archive, BACKUP_LIMITS)).map(textOf)).toEqual(plain);
  const odds = ['Same.invalid-id.json', 'Same-2.invalid-id.json', 'Same-3.invalid-id.json'];
  const extras = await readArchiveExtras(sourceOf(archive), BACKUP_LIMITS);
  expect(extras.unrestorable).toEqual([...odds, 'Workflow-a-b.invalid-id.json']);
  expect((await all(digestExport(exported()))).map(({ id }) => id)).toEqual(['a', 'b']);
  const entries = await new ZipReader(new BlobReader(new Blob([archive.slice()])), {
    useWebWorkers: false,
  }).getEntries();
  const entry = entries[2];
  if (!entry || entry.directory) throw new Error('no file');
  expect(await entry.getData(new TextWriter(), { checkCrc32: true })).toBe(odd[1]);
});

test('backs up and compares a workflow of any depth', async () => {
  const deep = (end: string) =>
    workflowJson('deep').replace('"nodes":[]', `"nodes":${'['.repeat(200_000)}${end}${']'.repeat(200_000)}`);
  const jsons = [workflowJson('a'), deep('')];
  const archive = joinChunks(await all(writeArchive(exportOf(jsons), TAKEN_AT)));
  const archived = await read(archive, BACKUP_LIMITS);
  expect(archived.map(textOf)).toEqual(jsons);
  const digests = await all(digestExport(exportOf(jsons)));
  expect(await all(digestExport(stream(archived)))).toEqual(digests);
  const [changed] = await all(digestExport(exportOf([deep('1')])));
  expect(changed?.digest).not.toBe(digests[1]?.digest);
});

test.for([
  [500, false],
  [501, true],
] as const)('a workflow of %i levels: isDeep is %s', async ([levels, isDeep]) => {
  expect(await read(await zipOf({ 'a.json': nestedWorkflow(levels) }))).toMatchObject([{ isDeep }]);
});

test('refuses an archive whose file has an id that no workspace imports', async () => {
  const archive = await zipOf({ 'a.json': workflowJson('a'), 'b.json': workflowJson('../b') });
  await expect(read(archive)).rejects.toMatchObject({ name: 'ArchiveInvalid' });
});

test('unpacks no file of a declared size above 33 MiB', async () => {
  const archive = await archiveOf(noisyWorkflowJson('a', 300_000));
  expect(await read(patchArchive(archive, 'central', 24, 34 * 1024 * 1024))).toEqual([]);
});

test('reads its own archives of any size', async () => {
  const many = Array.from({ length: 5_001 }, (_, index) => workflowJson(`w${index}`));
  const large = workflowJson('large', { pad: 'x'.repeat(15 * 1024 * 1024) });
  expect(await read(await archiveOf(...many, large), BACKUP_LIMITS)).toHaveLength(5_002);
});
