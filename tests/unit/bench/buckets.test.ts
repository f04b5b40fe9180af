import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTRY } from '#scripts/local/built-worker.ts';
import { type ServedWorker, serveWorker } from '#tests/bench/hosts/serve.ts';

/** Runs the named step on both buckets. Each step writes keys of its own. */
const WORKER = `
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    return Response.json((await steps[pathname.slice(1)]?.(env.FILES, env.OTHERS)) ?? null);
  },
};
const text = (object) => object?.text() ?? null;
const steps = {
  async put(files) { return (await files.put('put', 'content')).size; },
  async read(files, others) {
    await files.put('read', 'content');
    const { etag, size, uploaded } = await files.head('read');
    return {
      size,
      isNew: Math.abs(Date.now() - uploaded) < 600_000,
      whole: await text(await files.get('read')),
      part: await text(await files.get('read', { range: { offset: 3, length: 2 }, onlyIf: { etagMatches: etag } })),
      changed: 'body' in (await files.get('read', { onlyIf: { etagMatches: 'other' } })),
      missing: await files.get('none'),
      other: await others.get('read'),
    };
  },
  async once(files) {
    const onlyIf = new Headers({ 'If-None-Match': '*' });
    const first = await files.put('once', 'content', { onlyIf });
    const again = await files.put('once', 'again', { onlyIf });
    return [first.size, again, await text(await files.get('once'))];
  },
  async parts(files) {
    const upload = await files.createMultipartUpload('parts');
    const [second, first] = [await upload.uploadPart(2, 'second'), await upload.uploadPart(1, 'first ')];
    const { size } = await upload.complete([first, second]);
    return [size, await text(await files.get('parts'))];
  },
  async aborted(files) {
    const upload = await files.createMultipartUpload('aborted');
    await upload.uploadPart(1, 'first');
    await upload.abort();
    return files.head('aborted');
  },
  async list(files) {
    for (const key of ['list/a/ü', 'list/a/1', 'list/b']) await files.put(key, new Uint8Array());
    const keys = async (prefix) => (await files.list({ prefix })).objects.map(({ key }) => key);
    return [await keys('list/a/'), await keys('list/'), (await keys('')).filter((key) => key === 'list/b')];
  },
  async remove(files) {
    for (const key of ['remove/1', 'remove/2', 'remove/3']) await files.put(key, 'content');
    await files.delete(['remove/1', 'remove/none']);
    await files.delete('remove/2');
    return (await files.list({ prefix: 'remove/' })).objects.map(({ key }) => key);
  },
};`;

let folder: string;
let served: ServedWorker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-buckets-test-'));
  mkdirSync(join(folder, 'worker'));
  writeFileSync(join(folder, 'worker', ENTRY), WORKER);
  const optionsFile = join(folder, 'options.json');
  writeFileSync(
    optionsFile,
    JSON.stringify({ compatibilityDate: '2026-10-01', r2Buckets: { FILES: 'files', OTHERS: 'others' } }),
  );
  served = await serveWorker({ folder: join(folder, 'worker'), optionsFile }, { storage: folder });
});
afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.for<[title: string, step: string, expected: unknown]>([
  ['put returns the size of the object', 'put', 7],
  [
    'get returns an object, or part of it, only from its bucket and only under its entity tag',
    'read',
    { size: 7, isNew: true, whole: 'content', part: 'te', changed: false, missing: null, other: null },
  ],
  ['put with If-None-Match keeps the object that is there', 'once', [7, null, 'content']],
  ['an upload in parts becomes one object, in the order of the numbers', 'parts', [12, 'first second']],
  ['an aborted upload leaves no object', 'aborted', null],
  [
    'list returns the keys with a prefix, sorted',
    'list',
    [['list/a/1', 'list/a/ü'], ['list/a/1', 'list/a/ü', 'list/b'], ['list/b']],
  ],
  ['delete removes the named objects, and ignores missing ones', 'remove', ['remove/3']],
])('on raw workerd, %s', async ([_title, step, expected]) => {
  const answer = await fetch(`http://127.0.0.1:${served.port}/${step}`);
  expect(await answer.json()).toEqual(expected);
});
