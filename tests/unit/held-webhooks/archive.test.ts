import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archiveLine } from '#app/domain/held-webhooks/archive.ts';
import type { HeldRequest } from '#app/domain/held-webhooks/held-request.ts';
import { heldArchive } from '#durable-objects/workspace/held/archive.ts';
import { bodyMemory } from '#durable-objects/workspace/held/body-memory.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import { heldDatabase, storageOf } from '#tests/lifecycle/held/sqlite.ts';

const request: HeldRequest = {
  id: 'hld_1',
  path: '/webhook/a',
  method: 'POST',
  size: 1,
  from: '203.0.113.7',
  why: 'stopped',
  receivedAt: 0,
  state: 'waiting',
  failure: null,
  attempts: 0,
  nextAt: null,
  lastStatus: null,
  finishedAt: null,
  hasContent: true,
};

function writeEntry(body: Uint8Array, headers: Array<[string, string]> = [], search = '') {
  const parts = [...archiveLine(request, { search, headers, body })];
  const text = Buffer.concat(parts).toString();
  expect(text.endsWith('}\n')).toBe(true);
  expect(text.indexOf('\n')).toBe(text.length - 1);
  return { parts, line: JSON.parse(text) };
}

test('every body reads back from its line unchanged', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 }).map((value) => Buffer.from(value));
  const bytes = fc.uint8Array({ maxLength: 300 });
  // Long enough for several parts, with multi-byte characters across their boundaries.
  const long = fc.nat(200).map((shift) => Buffer.from('x'.repeat(shift) + 'ä€𝄞"\\\n'.repeat(5_000)));
  fc.assert(
    fc.property(fc.oneof(text, bytes, long), (body) => {
      const { line } = writeEntry(body);
      const encoding = line.body?.encoding === 'base64' ? 'base64' : 'utf8';
      expect(Buffer.from(line.body?.content ?? '', encoding).equals(body)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a line has the row, with secrets masked and the body in full', () => {
  const body = Buffer.from('{"card":"4242"}');
  const { line } = writeEntry(
    body,
    [
      ['authorization', 'Bearer s3cret'],
      ['x-order', '17'],
    ],
    '?token=s3cret&page=2',
  );
  expect(JSON.stringify(line)).not.toContain('s3cret');
  expect(line).toMatchObject({
    id: 'hld_1',
    path: '/webhook/a',
    receivedAt: '1970-01-01T00:00:00.000Z',
    finishedAt: null,
    headers: [
      { name: 'authorization', isMasked: true },
      { name: 'x-order', value: '17', isMasked: false },
    ],
    query: [
      { name: 'token', isMasked: true },
      { name: 'page', value: '2', isMasked: false },
    ],
    body: { encoding: 'text', content: '{"card":"4242"}' },
  });
});

test('a body of 16 MB is written in parts of less than 256 kB', () => {
  const body = new Uint8Array(16 * 1024 * 1024).fill(1);
  const sizes = [...archiveLine(request, { search: '', headers: [], body })].map((part) => part.byteLength);
  expect(sizes.length).toBeGreaterThan(600);
  expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
});

const LARGE = new Uint8Array(10_000).fill(7);

/** An object's archive of `count` requests, each with a body in R2. */
function archiveOf(count: number, { isBroken = (_id: string): boolean => false } = {}) {
  const sql = storageOf(heldDatabase(), () => true);
  const rows = heldRows(sql);
  const opened: string[] = [];
  const reported: unknown[] = [];
  const head = Buffer.from(JSON.stringify({ search: '', headers: [], hasBody: false }));
  const content = Buffer.alloc(4 + head.byteLength);
  content.writeUInt32BE(head.byteLength);
  head.copy(content, 4);
  for (let number = 1; number <= count; number += 1) {
    const { path, method, size, from, why, receivedAt, nextAt } = request;
    const row = { path, method, size, from, why, receivedAt, nextAt, hasFile: true, content };
    rows.insert({ ...row, id: `hld_${number}` });
  }
  const ports = {
    rows,
    bodies: bodyMemory(),
    seal: { open: async (bytes: Uint8Array) => new Uint8Array(bytes) },
    files: {
      get: async (id: string) => {
        opened.push(id);
        if (isBroken(id)) throw new Error('R2 is down.');
        return LARGE;
      },
    },
    reportError: (error: unknown) => void reported.push(error),
  };
  return { rows, opened, reported, archive: heldArchive(ports) };
}

test('reads one body at a time, as fast as its reader consumes them', async () => {
  const { archive, opened } = archiveOf(250);
  const reader = archive.getReader();
  await reader.read();
  expect(opened).toEqual(['hld_1']);
  await reader.cancel();
  expect(opened).toEqual(['hld_1']);
  const { archive: all } = archiveOf(250);
  const lines = (await new Response(all).text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(
    Array.from({ length: 250 }, (_, index) => `hld_${index + 1}`),
  );
});

test('a slow reader gets no request that is held after the archive was asked for', async () => {
  const { archive, rows } = archiveOf(150);
  const reader = archive.getReader();
  const first = await reader.read();
  const last = rows.find('hld_150');
  if (!last) throw new Error('The last one is held.');
  const { sequence: _, ...row } = last;
  rows.insert({ ...row, id: 'hld_later', content: new Uint8Array(8) });
  const parts = [first.value];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  const text = Buffer.concat(parts.map((part) => part ?? new Uint8Array())).toString();
  expect(text).toContain('"hld_150"');
  expect(text).not.toContain('hld_later');
});

test('a body that cannot be read, or is deleted meanwhile, leaves the others in the archive', async () => {
  const { archive, rows, reported } = archiveOf(3, { isBroken: (id) => id === 'hld_1' });
  const reader = archive.getReader();
  const first = await reader.read();
  const third = rows.find('hld_3');
  if (!third) throw new Error('The third is held.');
  rows.change(third, { ...third, state: 'dropped' }, { isGone: true });
  const parts = [first.value];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  const text = Buffer.concat(parts.map((part) => part ?? new Uint8Array())).toString();
  const found = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(found.map(({ id, hasContent, body }) => [id, hasContent, body?.content.length ?? null])).toEqual([
    ['hld_1', true, null],
    ['hld_2', true, LARGE.byteLength],
    ['hld_3', false, null],
  ]);
  expect(reported).toHaveLength(1);
});
