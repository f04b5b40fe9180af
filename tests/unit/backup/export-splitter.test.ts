import { expect, test } from 'vitest';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { WORKFLOW_MAX_BYTES, workflowFileName } from '#app/domain/backup/workflow-file.ts';
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
  ['with an id that is a path', `[${workflowJson('../a')}]`],
  ['with a workflow twice', `[${workflowJson('a')},${workflowJson('a')}]`],
])('refuses an export that is %s', async ([, text]) => {
  await expect(split(text as string)).rejects.toThrow();
});

test('refuses bytes that are not UTF-8, and replaces none', async () => {
  const bytes = utf8(`[${workflowJson('a', { name: 'XY' })}]`);
  bytes[bytes.indexOf(0x58)] = 0xc3;
  await expect(all(splitExport(stream([bytes])))).rejects.toThrow();
});

test('refuses a workflow above 16 MiB, and accepts one of exactly 16 MiB', async () => {
  const around = workflowJson('a', { pad: '' }).length;
  const fitting = workflowJson('a', { pad: 'x'.repeat(WORKFLOW_MAX_BYTES - around) });
  expect((await split(`[${fitting}]`, 65_536))[0]?.bytes).toBe(WORKFLOW_MAX_BYTES);
  const larger = workflowJson('a', { pad: 'x'.repeat(WORKFLOW_MAX_BYTES - around + 1) });
  await expect(split(`[${larger}]`, 65_536)).rejects.toThrow(/too large/);
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
