import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTRY } from '#scripts/local/built-worker.ts';
import { type ServedWorker, serveWorker } from '#tests/bench/hosts/serve.ts';

/** Runs the posted function of both buckets. */
const WORKER = `
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    return Response.json((await steps[pathname.slice(1)]?.(env.FILES, env.OTHERS)) ?? null);
  },
};
const text = (object) => object?.text() ?? null;
const steps = {
  async put(files) { return (await files.put('a/1', 'content')).size; },
  async read(files, others) {
    const { etag, size, uploaded } = await files.head('a/1');
    return {
      size,
      isNew: Math.abs(Date.now() - uploaded) < 600_000,
      whole: await text(await files.get('a/1')),
      part: await text(await files.get('a/1', { range: { offset: 3, length: 2 }, onlyIf: { etagMatches: etag } })),
      changed: 'body' in (await files.get('a/1', { onlyIf: { etagMatches: 'other' } })),
      missing: await files.get('a/2'),
      other: await others.get('a/1'),
    };
  },
  async once(files) {
    const again = await files.put('a/1', 'again', { onlyIf: new Headers({ 'If-None-Match': '*' }) });
    return [again, await text(await files.get('a/1'))];
  },
  async parts(files) {
    const upload = await files.createMultipartUpload('b/1');
    const [second, first] = [await upload.uploadPart(2, 'second'), await upload.uploadPart(1, 'first ')];
    const { size } = await upload.complete([first, second]);
    return [size, await text(await files.get('b/1'))];
  },
  async aborted(files) {
    const upload = await files.createMultipartUpload('b/2');
    await upload.uploadPart(1, 'first');
    await upload.abort();
    return files.head('b/2');
  },
  async lists(files) {
    await files.put('a/ü', new Uint8Array());
    const keys = async (prefix) => (await files.list({ prefix })).objects.map(({ key }) => key);
    const before = [await keys('a/'), await keys('')];
    await files.delete(['a/1', 'a/ü', 'a/3']);
    await files.delete('b/1');
    return [...before, await keys('')];
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

test.for<[string, unknown]>([
  ['put', 7],
  [
    'read',
    { size: 7, isNew: true, whole: 'content', part: 'te', changed: false, missing: null, other: null },
  ],
  ['once', [null, 'content']],
  ['parts', [12, 'first second']],
  ['aborted', null],
  ['lists', [['a/1', 'a/ü'], ['a/1', 'a/ü', 'b/1'], []]],
])('the buckets of raw workerd: %s', async ([step, expected]) => {
  const answer = await fetch(`http://127.0.0.1:${served.port}/${step}`);
  expect(await answer.json()).toEqual(expected);
});
