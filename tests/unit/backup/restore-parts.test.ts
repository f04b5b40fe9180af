import { expect, test } from 'vitest';
import { compareWorkflows } from '#app/domain/backup/compare.ts';
import { importInBatches } from '#app/domain/backup/import-body.ts';
import {
  archiveFileName,
  finalBackupId,
  incarnationOfFinal,
  listFinalBackups,
} from '#app/domain/backup/keys.ts';
import { stream, workflowFile, workflowJson } from './workflows.ts';

const withDigest = (id: string, digest: string) => ({ id, name: `Workflow ${id}`, digest });

test('classifies a workflow as added, changed or unchanged, and ignores those outside the archive', () => {
  expect(
    compareWorkflows(
      [withDigest('new', '1'), withDigest('other', '2'), withDigest('same', '3')],
      [withDigest('same', '3'), withDigest('mine', '4'), withDigest('other', '5')],
    ),
  ).toEqual({
    changes: [
      { id: 'new', name: 'Workflow new', change: 'added' },
      { id: 'other', name: 'Workflow other', change: 'changed' },
      { id: 'same', name: 'Workflow same', change: 'unchanged' },
    ],
    untouched: 1,
  });
});

test("imports JSON arrays of up to one MiB, or of one workflow, in the workflows' own bytes", async () => {
  const MIB = 1024 * 1024;
  const withSize = (id: string, bytes: number) =>
    workflowJson(id, { pad: 'x'.repeat(bytes - workflowJson(id, { pad: '' }).length) });
  const jsons = [
    withSize('a', 600_000),
    withSize('b', MIB - 600_000 - 3),
    withSize('c', 2 * MIB),
    withSize('d', 500),
    withSize('e', MIB - 501),
  ];
  const workflows = jsons.map((json, index) => workflowFile('abcde'[index] ?? '', json, 10_000));
  const bodies: Uint8Array[] = [];
  const send = async (body: Uint8Array) => bodies.push(body) > 0;
  expect(await importInBatches(stream(workflows), send)).toBe(true);
  const texts = bodies.map((body) => new TextDecoder().decode(body));
  expect(texts).toEqual([`[${jsons[0]},${jsons[1]}]`, `[${jsons[2]}]`, `[${jsons[3]}]`, `[${jsons[4]}]`]);
  expect(bodies[0]?.byteLength).toBe(MIB);
  expect(await importInBatches(stream([]), send)).toBe(true);
  expect(bodies).toHaveLength(4);
});

test('imports a large workflow before the next one is read, so that both are never in memory', async () => {
  const large = (id: string) => workflowFile(id, workflowJson(id, { pad: 'x'.repeat(2_000_000) }));
  const steps: string[] = [];
  async function* workflows() {
    for (const id of ['a', 'b']) {
      steps.push(`read ${id}`);
      yield large(id);
    }
  }
  await importInBatches(workflows(), async () => steps.push('import') > 0);
  expect(steps).toEqual(['read a', 'import', 'read b', 'import']);
});

test('a workflow that the workspace refuses costs no other its import', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `w${index}`);
  const refused = new Set(['w0', 'w41', 'w42', 'w99']);
  const accepted: string[] = [];
  let calls = 0;
  const importAll = (of: readonly string[]) =>
    importInBatches(stream(of.map((id) => workflowFile(id))), async (body) => {
      const batch = (JSON.parse(new TextDecoder().decode(body)) as Array<{ id: string }>).map(({ id }) => id);
      calls += 1;
      if (batch.some((id) => refused.has(id))) return false;
      accepted.push(...batch);
      return true;
    });
  expect(await importAll(ids)).toBe(false);
  expect(accepted).toEqual(ids.filter((id) => !refused.has(id)));
  expect(calls).toBeLessThan(60);
  expect(await importAll(['w0'])).toBe(false);
});

test('lists final backups by incarnation, without those from before archives existed', () => {
  const final = (key: string) => ({ key, bytes: 9, takenAt: 7, workflows: 3 });
  expect(listFinalBackups([final('final/wks_a/1.json'), final('final/wks_a/2.zip')])).toEqual([
    { id: finalBackupId(2), trigger: 'final', takenAt: 7, bytes: 9, workflows: 3, hasCredentials: false },
  ]);
  expect(incarnationOfFinal(finalBackupId(2))).toBe(2);
  expect(incarnationOfFinal('bkp_final-x')).toBeNull();
});

test('names an archive after its workspace and time', () => {
  expect(archiveFileName('ada-labs', Date.UTC(2026, 10, 18, 9, 5, 7))).toBe(
    'ada-labs-workflows-2026-11-18-09-05.zip',
  );
});
