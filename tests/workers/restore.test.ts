import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { backupKey } from '#app/domain/backup/keys.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import { uploadKey } from '#app/domain/backup/upload.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { archiveOf, importInto, workflowsOf } from './support/archives.ts';
import { active, keysOf, listOf, start, untilBackupEnded } from './support/backups.ts';
import { breakCluster } from './support/cluster.ts';
import { largeWorkflow, restore, upload, workflow } from './support/restores.ts';
import { signIn } from './support/runtime.ts';
import { bringOnline, stubOf, unwrap } from './support/workspace.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function preview(facts: InstanceFacts, source: RestoreSource): Promise<RestorePreview> {
  return unwrap<RestorePreview>(await stubOf(facts).previewRestore({ accountId: facts.accountId, source }));
}

test('a restored backup equals the exported workspace, byte for byte', async () => {
  const facts = active();
  await bringOnline(facts);
  const person = await signIn(facts);
  const created = [
    await person.createWorkflow('Kept'),
    await person.createWorkflow('Ä „changed“ \u0001'),
    await person.createWorkflow('Lost'),
  ];
  const [kept, changed, lost] = created.map(({ id }) => id) as [string, string, string];
  const before = await workflowsOf(facts);
  const backupId = await start(facts);
  await untilBackupEnded(facts);

  // One workflow changes, and another replaces the second.
  await importInto(facts, `[${workflow(changed, 'Broken')},${workflow(lost, 'Overwritten')}]`);
  await person.createWorkflow('New since');
  const source = { kind: 'backup', backupId } as const;
  expect(await preview(facts, source)).toEqual({
    changes: [
      { id: kept, name: 'Kept', change: 'unchanged' },
      { id: changed, name: 'Ä „changed“ \u0001', change: 'changed' },
      { id: lost, name: 'Lost', change: 'changed' },
    ],
    untouched: 1,
    hasCredentials: false,
    unrestorable: { count: 0, names: [] },
  });
  expect((await listOf(facts)).backups).toHaveLength(1);

  const outcome = unwrap<RestoreOutcome>(await restore(facts, source, [kept, changed, lost]));
  expect(outcome).toEqual({ added: 0, changed: 2, unchanged: 1, credentials: false });
  const after = await workflowsOf(facts);
  expect(after.filter((text) => !text.includes('New since'))).toEqual(before);
  expect(after).toHaveLength(4);

  // The backup from before the restore has the replaced workflow.
  const { backups } = await listOf(facts);
  expect(backups.map(({ trigger }) => trigger)).toEqual(['safety', 'manual']);
  const safety = { kind: 'backup', backupId: backups[0]?.id ?? '' } as const;
  unwrap(await restore(facts, safety, [changed]));
  expect((await workflowsOf(facts)).filter((text) => text.includes('Broken'))).toHaveLength(1);
});

test('restores only chosen workflows, and takes no backup without a change', async () => {
  const facts = active();
  await bringOnline(facts);
  const source = await upload(facts, await archiveOf([workflow('001'), workflow('002')]));
  expect((await preview(facts, source)).changes.map(({ change }) => change)).toEqual(['added', 'added']);
  expect(unwrap(await restore(facts, source, ['002', 'unknown']))).toEqual({
    added: 1,
    changed: 0,
    unchanged: 0,
    credentials: false,
  });
  expect(await workflowsOf(facts)).toEqual([workflow('002')]);
  const taken = await keysOf(facts);
  // The upload is deleted.
  expect(await restore(facts, source, ['001'])).toEqual({ ok: false, code: 'backup_not_found' });

  const again = await upload(facts, await archiveOf([workflow('002')]));
  expect(unwrap(await restore(facts, again, ['002']))).toEqual({
    added: 0,
    changed: 0,
    unchanged: 1,
    credentials: false,
  });
  expect(await keysOf(facts)).toEqual(taken);
});

test('imports workflows of several calls', async () => {
  const facts = active();
  await bringOnline(facts);
  const workflows = [
    largeWorkflow('001', 700_000),
    largeWorkflow('002', 700_000),
    largeWorkflow('003', 3_000_000),
    workflow('004'),
  ];
  const source = await upload(facts, await archiveOf(workflows));
  unwrap(await restore(facts, source, ['001', '002', '003', '004']));
  expect(await workflowsOf(facts)).toEqual(workflows);
});

test('backs up and restores a workflow whose versions exceed 16 MiB together, beside the others', async () => {
  const facts = active();
  await bringOnline(facts);
  const pad = 'x'.repeat(17 * 1024 * 1024);
  const before = [workflow('001'), JSON.stringify({ ...JSON.parse(workflow('002')), pad }), workflow('003')];
  for (const json of before) await importInto(facts, `[${json}]`);
  const source = { kind: 'backup', backupId: await start(facts) } as const;
  expect((await untilBackupEnded(facts)).backups).toMatchObject([{ workflows: 3 }]);
  await importInto(facts, `[${workflow('002', 'Changed')},${workflow('003', 'Changed')}]`);
  expect(unwrap(await restore(facts, source, null))).toMatchObject({ added: 0, changed: 2 });
  expect(await workflowsOf(facts)).toEqual(before);
  expect((await preview(facts, source)).changes.map(({ change }) => change)).toEqual(
    Array(3).fill('unchanged'),
  );
});

test('a workflow too large to restore costs no other its restore, and the preview names its file', async () => {
  const facts = active();
  await bringOnline(facts);
  await importInto(facts, `[${workflow('001')}]`);
  const backupId = await start(facts);
  await untilBackupEnded(facts);
  const source = { kind: 'backup', backupId } as const;
  const pad = 'x'.repeat(34 * 1024 * 1024);
  const huge = JSON.stringify({ ...JSON.parse(workflow('002')), pad });
  const archived = await archiveOf([workflow('001'), huge, workflow('003')]);
  await env.BACKUPS.put(backupKey(facts.workspaceId, backupId), archived);
  expect(await preview(facts, source)).toMatchObject({
    changes: [
      { id: '001', change: 'unchanged' },
      { id: '003', change: 'added' },
    ],
    unrestorable: { count: 1, names: ['002-002.json'] },
  });
  expect(unwrap(await restore(facts, source, null))).toMatchObject({ added: 1, changed: 0 });
  expect(await workflowsOf(facts)).toEqual([workflow('001'), workflow('003')]);
});

test('the preview counts all files that cannot be restored, and names the first hundred', async () => {
  const facts = active();
  await bringOnline(facts);
  await importInto(facts, `[${workflow('001')}]`);
  const backupId = await start(facts);
  await untilBackupEnded(facts);
  const odd = Array.from({ length: 101 }, (_, index) => workflow(`odd.${index}`));
  await env.BACKUPS.put(backupKey(facts.workspaceId, backupId), await archiveOf([workflow('001'), ...odd]));
  const { unrestorable } = await preview(facts, { kind: 'backup', backupId });
  expect(unrestorable?.count).toBe(101);
  expect(unrestorable?.names).toHaveLength(100);
});

test('a workflow that n8n refuses costs no other its restore, and the next preview lists it', async () => {
  const facts = active();
  await bringOnline(facts);
  const ids = Array.from({ length: 9 }, (_, index) => `00${index}`);
  // The reader accepts longer names than n8n does.
  const archived = ids.map((id) => workflow(id, id === '004' ? 'x'.repeat(200) : id));
  const source = await upload(facts, await archiveOf(archived));
  expect(await restore(facts, source, null)).toEqual({ ok: false, code: 'workflows_refused' });
  expect(await workflowsOf(facts)).toEqual(archived.filter((_json, index) => index !== 4));
  const { changes } = await preview(facts, source);
  expect(changes.filter(({ change }) => change !== 'unchanged').map(({ id }) => id)).toEqual(['004']);
});

test('a broken, foreign or missing archive changes nothing', async () => {
  const facts = active();
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Mine');
  const before = await workflowsOf(facts);
  const archive = await archiveOf([workflow('001'), workflow('002')]);
  const damaged = archive.slice();
  // The last byte of the second workflow's data.
  damaged[archive.byteLength - 200] = (damaged[archive.byteLength - 200] ?? 0) ^ 0xff;
  const whole = await upload(facts, archive);
  const others = await upload({ ...facts, accountId: 'acc_other' }, archive);
  const cases: Array<[RestoreSource, string]> = [
    [await upload(facts, damaged), 'archive_invalid'],
    [await upload(facts, archive.slice(0, -1)), 'archive_invalid'],
    [await upload(facts, new TextEncoder().encode('no zip')), 'archive_invalid'],
    [others, 'backup_not_found'],
    [{ kind: 'upload', key: `uploads/${facts.accountId}/../acc_other/x.zip` }, 'backup_not_found'],
    [{ kind: 'upload', key: uploadKey(facts.accountId, 'none') ?? '' }, 'backup_not_found'],
    [{ kind: 'backup', backupId: 'bkp_none' }, 'backup_not_found'],
  ];
  for (const [source, code] of cases) {
    expect(await stubOf(facts).previewRestore({ accountId: facts.accountId, source })).toEqual({
      ok: false,
      code,
    });
    expect(await restore(facts, source, ['001', '002'])).toEqual({ ok: false, code });
  }
  const foreign = { accountId: 'acc_other', source: whole, workflowIds: ['001'], passphrase: null };
  expect(await stubOf(facts).restore(foreign)).toEqual({ ok: false, code: 'workspace_not_found' });
  expect(await workflowsOf(facts)).toEqual(before);
  expect((await listOf(facts)).backups).toEqual([]);
});

test('concurrent restores run one after the other', async () => {
  const facts = active();
  await bringOnline(facts);
  const sources = [
    await upload(facts, await archiveOf([workflow('001', 'One')])),
    await upload(facts, await archiveOf([workflow('001', 'Two')])),
  ];
  const outcomes = await Promise.all(sources.map((source) => restore(facts, source, ['001'])));
  expect(outcomes.map((outcome) => unwrap<RestoreOutcome>(outcome))).toEqual([
    { added: 1, changed: 0, unchanged: 0, credentials: false },
    { added: 0, changed: 1, unchanged: 0, credentials: false },
  ]);
  expect(await workflowsOf(facts)).toEqual([workflow('001', 'Two')]);
});

test('refuses to restore into a workspace that is not Online or does not answer', async () => {
  const facts = active();
  await bringOnline(facts);
  const source = await upload(facts, await archiveOf([workflow('001')]));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await breakCluster(facts.name, 'gone');
  expect(await restore(facts, source, ['001'])).toEqual({ ok: false, code: 'backups_unavailable' });
  await breakCluster(facts.name, 'none');
  await stubOf(facts).restart(facts.accountId);
  expect(await restore(facts, source, ['001'])).toEqual({ ok: false, code: 'workspace_not_online' });
});
