import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { workflowFileName } from '#app/domain/backup/workflow-file.ts';
import { all, chunksOf, stream, textOf, utf8, workflowJson } from './workflows.ts';

async function split(text: string, chunkBytes = text.length + 1) {
  const found: Array<{ id: string; bytes: number; text: string }> = [];
  for await (const workflow of splitExport(stream(chunksOf(utf8(text), chunkBytes)))) {
    found.push({ id: workflow.id, bytes: workflow.bytes, text: textOf(workflow) });
  }
  return found;
}

test('each workflow keeps its bytes for any chunks and layout of the export', async () => {
  const workflows = [
    '{ "id" : "a", "name":"Ä ]},{[ \\" \\\\", "nodes":[ {"x":[1, 2.50e+3]} ],\n "connections":{} }',
    workflowJson('b', { name: '日本語 🙂' }),
    workflowJson('c'),
  ];
  const exported = ` \n[${workflows.join(' ,\n ')}\t]\n`;
  for (const chunkBytes of [1, 2, 3, 7, 64, 10_000]) {
    const found = await split(exported, chunkBytes);
    expect(found.map(({ text }) => text)).toEqual(workflows);
    expect(found.map(({ id, bytes }) => [id, bytes])).toEqual(
      workflows.map((text, index) => ['abc'[index], utf8(text).length]),
    );
  }
});

test('a workflow is active unless its own field says that it is not', async () => {
  const large = { pad: 'x'.repeat(2_000_000) };
  const workflows = [
    workflowJson('draft'),
    workflowJson('large', large),
    workflowJson('active', { active: true }),
    workflowJson('unknown', { active: undefined, settings: { active: false } }),
  ];
  const found = await all(splitExport(stream([utf8(`[${workflows.join(',')}]`)])));
  expect(found.map(({ id, isActive }) => [id, isActive])).toEqual([
    ['draft', false],
    ['large', false],
    ['active', true],
    ['unknown', true],
  ]);
});

test('reads the empty export of an empty workspace', async () => {
  expect(await split('[]')).toEqual([]);
});

test.for([
  ['cut off in a workflow', `[${workflowJson('a').slice(0, -4)}`],
  ['truncated after one', `[${workflowJson('a')}`],
  ['cut off after a comma', `[${workflowJson('a')},`],
  ['nothing', ''],
  ['closed twice', `[${workflowJson('a')}]]`],
  ['with a page after it', '[]<html>'],
  ['a page', '<html>Sign in</html>'],
  ['an error', '{"message":"Unauthorized"}'],
  ['without a comma', `[${workflowJson('a')} ${workflowJson('b')}]`],
  ['with a comma too many', `[${workflowJson('a')},]`],
  ['a number', '[1]'],
  ['no workflow', '[{"a":1}]'],
  ['without nodes', `[${workflowJson('a', { nodes: undefined })}]`],
  ['with a workflow twice', `[${workflowJson('a')},${workflowJson('a')}]`],
])('refuses an export that is %s', async ([, text]) => {
  await expect(split(text as string)).rejects.toThrow();
});

test('a workflow with an id that no workspace imports costs no other its backup', async () => {
  const odd = ['../a', 'a.b', '', '💥', '\ud800', 'i'.repeat(65), 'x'.repeat(9_000), 'y'.repeat(9_000)];
  const workflows = ['a', ...odd, 'b'].map((id) => workflowJson(id, { name: 'Same' }));
  const found = await all(splitExport(stream([utf8(`[${workflows.join(',')}]`)])));
  expect(found.map(textOf).length).toBe(workflows.length);
  expect(found.filter(({ hasOddId }) => !hasOddId).map(({ id }) => id)).toEqual(['a', 'b']);
  const names = found.map(workflowFileName);
  expect(names).toEqual(['Same-a.json', ...odd.map(() => 'Same.invalid-id.json'), 'Same-b.json']);
});

test('refuses bytes that are not UTF-8, and replaces none', async () => {
  const bytes = utf8(`[${workflowJson('a', { name: 'XY' })}]`);
  bytes[bytes.indexOf(0x58)] = 0xc3;
  await expect(all(splitExport(stream([bytes])))).rejects.toThrow();
});

const MIB = 1024 * 1024;

test('passes a workflow above 16 MiB on in parts, whose bytes are those of the export', async () => {
  const large = workflowJson('a', { pad: 'x'.repeat(33 * MIB) });
  const found: Array<[id: string, isPart: boolean]> = [];
  const hash = createHash('sha256');
  const exported = `[${large},${workflowJson('b')}]`;
  for await (const { id, bytes, chunks, isPart } of splitExport(stream(chunksOf(utf8(exported), 65_536)))) {
    found.push([id, isPart === true]);
    expect(bytes).toBeLessThanOrEqual(16 * MIB + 65_536);
    if (id === 'a') for (const chunk of chunks) hash.update(chunk);
  }
  expect(found).toEqual([
    ['a', true],
    ['a', true],
    ['a', false],
    ['b', false],
  ]);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
});

test.each([
  ['is cut off', (json: string) => json.slice(0, -1)],
  ['has no nodes', () => workflowJson('a', { nodes: undefined, pad: 'x'.repeat(17 * MIB) })],
  [
    'has its name at its end',
    () => `{"id":"a","pad":"${'x'.repeat(17 * MIB)}","name":"a","nodes":[],"connections":{}}`,
  ],
])('refuses an export with a workflow above 16 MiB that %s', async (_what, spoil) => {
  const large = workflowJson('a', { pad: 'x'.repeat(17 * MIB) });
  await expect(split(`[${spoil(large)}]`, 65_536)).rejects.toThrow();
});

test.each([1_001, 9_000])('refuses a workflow with a name of %i characters', async (length) => {
  await expect(split(`[${workflowJson('a', { name: 'x'.repeat(length) })}]`)).rejects.toThrow(/no name/);
});

test.for([
  ['Daily report', 'Daily-report-a1.json'],
  ['../../etc/passwd', 'etc-passwd-a1.json'],
  ['C:\\x\u0000y', 'C-x-y-a1.json'],
  ['日本語', '日本語-a1.json'],
  ['🙂', 'workflow-a1.json'],
  ['', 'workflow-a1.json'],
  ['x'.repeat(200), `${'x'.repeat(80)}-a1.json`],
])('the file of %s is named %s', ([name, file]) => {
  expect(workflowFileName({ id: 'a1', name: name as string })).toBe(file);
});

test.each(['書', '𠀀', 'ä'])('names no file longer than a file system allows, with %s', (letter) => {
  const file = workflowFileName({ id: 'i'.repeat(64), name: letter.repeat(128) });
  expect(utf8(file).byteLength).toBeLessThanOrEqual(255);
  expect(file).toMatch(new RegExp(`^(?:${letter}){30,}-i{64}\\.json$`, 'u'));
});
