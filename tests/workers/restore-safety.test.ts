import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { backupKey } from '#app/domain/backup/keys.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { archiveOf, importInto, workflowsOf } from './support/archives.ts';
import { active, keysOf, listOf, slowPut, start, untilBackupEnded } from './support/backups.ts';
import { interruptBucket } from './support/bucket.ts';
import { soon } from './support/eventually.ts';
import { NEXT } from './support/rehearsal.ts';
import { largeWorkflow, restore, upload, workflow } from './support/restores.ts';
import { signIn } from './support/runtime.ts';
import { bringOnline, comeOnline, setVersion, stubOf, unwrap } from './support/workspace.ts';

const PASSPHRASE = 'correct horse battery staple';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A workspace with a backup of the credential "Earlier", which is removed since, and the credential "Current". */
async function withCredentialBackup() {
  const facts = active();
  await bringOnline(facts);
  const person = await signIn(facts);
  const create = async (name: string) => {
    const body = JSON.stringify({ name, type: 'httpHeaderAuth', data: { value: name } });
    const answer = await person.ask('/rest/credentials', { method: 'POST', body });
    return (await answer.json<{ data: { id: string } }>()).data.id;
  };
  const earlier = await create('Earlier');
  const request = { accountId: facts.accountId, passphrase: PASSPHRASE };
  const { id: backupId } = unwrap<{ id: string }>(await stubOf(facts).startBackupWithCredentials(request));
  await untilBackupEnded(facts);
  await person.ask(`/rest/credentials/${earlier}`, { method: 'DELETE' });
  await create('Current');
  const names = async () => {
    const { data } = await (await person.ask('/rest/credentials')).json<{ data: { name: string }[] }>();
    return data.map(({ name }) => name);
  };
  return { facts, names, backupId, source: { kind: 'backup', backupId } as const };
}

test('replaces no credentials without the backup that keeps them', async () => {
  const { facts, names, source } = await withCredentialBackup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const mend = interruptBucket(async (method) => {
    if (method === 'put') throw new Error('R2 is down: put');
  });
  expect(await restore(facts, source, [], PASSPHRASE)).toEqual({ ok: false, code: 'backups_unavailable' });
  expect(await names()).toEqual(['Current']);
  mend();
  expect(await restore(facts, source, [], PASSPHRASE)).toMatchObject({ ok: true });
  expect((await names()).sort()).toEqual(['Current', 'Earlier']);
  expect((await listOf(facts)).backups).toMatchObject([{ hasCredentials: true }, { hasCredentials: true }]);
});

test('a wrong passphrase changes nothing and leaves no backup', async () => {
  const { facts, names, source, backupId } = await withCredentialBackup();
  const wrong = await restore(facts, source, [], 'another horse battery');
  expect(wrong).toEqual({ ok: false, code: 'passphrase_wrong' });
  expect(await names()).toEqual(['Current']);
  expect((await listOf(facts)).backups).toMatchObject([{ id: backupId }]);
  await soon(async () => expect(await keysOf(facts)).toEqual([backupKey(facts.workspaceId, backupId)]));
});

test('takes the credentials into a new backup, not into one that died', async () => {
  const { facts, source, backupId } = await withCredentialBackup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec(
      `INSERT INTO begun_backup (only_row, id, trigger, started_at, beginnings, has_credentials)
       VALUES (1, 'bkp_dead', 'scheduled', ?, 1, 0)`,
      Date.now(),
    );
  });
  await evictDurableObject(stubOf(facts));
  expect(await restore(facts, source, [], PASSPHRASE)).toMatchObject({ ok: true });
  const { backups } = await listOf(facts);
  expect(backups.map(({ trigger, hasCredentials }) => [trigger, hasCredentials])).toEqual([
    ['safety', true],
    ['manual', true],
  ]);
  expect(backups[1]?.id).toBe(backupId);
});

async function backUp(facts: InstanceFacts): Promise<string> {
  const id = await start(facts);
  await untilBackupEnded(facts);
  return id;
}

test('restores the oldest of ten backups whole, and deletes it only afterwards', async () => {
  const facts = active();
  await bringOnline(facts);
  // More than the reader holds at once.
  const large = ['001', '002', '003'].map((id) => largeWorkflow(id, 4_000_000));
  for (const json of large) await importInto(facts, `[${json}]`);
  const oldest = await backUp(facts);
  const key = backupKey(facts.workspaceId, oldest);
  await importInto(facts, `[${workflow('001')},${workflow('002')},${workflow('003')}]`);
  for (let count = 1; count < 10; count += 1) await backUp(facts);
  let isSafe = false;
  let readers = 0;
  interruptBucket(async (method, asked) => {
    if (method === 'put') isSafe = true;
    if (method !== 'get' || asked !== key || !isSafe) return;
    readers += 1;
    if (readers > 1) return;
    // An eleventh backup on demand, and time for anything that would delete the file that is being read.
    await backUp(facts);
    for (let turn = 0; turn < 10 && (await env.BACKUPS.head(key)); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const source = { kind: 'backup', backupId: oldest } as const;
  expect(await restore(facts, source, ['001', '002', '003'])).toMatchObject({ ok: true });
  expect(readers).toBeGreaterThan(0);
  expect(await workflowsOf(facts)).toEqual(large);
  // Ten on demand, and the one from before the restore.
  await soon(async () => expect(await keysOf(facts)).toHaveLength(11));
  expect(await keysOf(facts)).not.toContain(key);
});

test('an upload that the store does not delete stays restored', async () => {
  const facts = active();
  await bringOnline(facts);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  interruptBucket(async (method) => {
    if (method === 'delete') throw new Error('R2 is down: delete');
  });
  const source = await upload(facts, await archiveOf([workflow('001')]));
  expect(await restore(facts, source, null)).toMatchObject({ ok: true, value: { added: 1 } });
});

test('a change of the version ends a restore before its first import, and the restores that wait for it', async () => {
  const facts = active();
  const { pid } = await bringOnline(facts);
  await importInto(facts, `[${workflow('001')}]`);
  const source = { kind: 'backup', backupId: await backUp(facts) } as const;
  await importInto(facts, `[${workflow('001', 'Changed')}]`);
  const safety = slowPut(`backups/${facts.workspaceId}/`);
  const restored = restore(facts, source, null);
  const queued = restore(facts, source, null);
  await safety.begun;
  await setVersion(facts, NEXT);
  safety.end();
  expect(await restored).toEqual({ ok: false, code: 'workspace_not_online' });
  expect(await queued).toEqual({ ok: false, code: 'workspace_not_online' });
  await comeOnline(facts, pid, NEXT);
  const newer = await upload(facts, await archiveOf([workflow('001')], '2.99.0'));
  expect(await restore(facts, newer, null)).toEqual({ ok: false, code: 'archive_newer' });
  expect(await workflowsOf(facts)).toEqual([workflow('001', 'Changed')]);
});

test('restores each workflow that differs, and reads one archive at a time for previews', async () => {
  const facts = active();
  await bringOnline(facts);
  await importInto(facts, `[${workflow('001')},${workflow('002')}]`);
  const source = { kind: 'backup', backupId: await backUp(facts) } as const;
  await importInto(facts, `[${workflow('002', 'Changed')}]`);
  let reading = 0;
  let mostReading = 0;
  const key = backupKey(facts.workspaceId, source.backupId);
  const mend = interruptBucket(async (method, asked) => {
    if (asked !== key || method !== 'get') return;
    reading += 1;
    mostReading = Math.max(mostReading, reading);
    await new Promise((resolve) => setTimeout(resolve, 100));
    reading -= 1;
  });
  const request = { accountId: facts.accountId, source };
  const previews = await Promise.all([1, 2, 3].map(() => stubOf(facts).previewRestore(request)));
  expect(previews.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(mostReading).toBe(1);
  mend();
  expect(unwrap(await restore(facts, source, null))).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
  expect(await workflowsOf(facts)).toEqual([workflow('001'), workflow('002')]);
});
