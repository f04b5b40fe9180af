import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { backupKey, uploadPrefix } from '#app/domain/backup/keys.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { r2Backups } from '#app/integrations/backups/r2-backups.ts';
import { workflowsIn, workflowsOf } from './support/archives.ts';
import { active, keysOf, listOf, slowPut, start, untilBackupEnded, withoutStore } from './support/backups.ts';
import { interruptBucket, interruptible } from './support/bucket.ts';
import { eventually, soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  stubOf,
  unwrap,
  viewWith,
} from './support/workspace.ts';

/** The daily schedule varies by a tenth of a day in both directions. */
const A_LONG_DAY_MS = DAY_MS + 3 * HOUR_MS;

afterEach(() => {
  vi.restoreAllMocks();
});

test('a manual backup keeps the export byte for byte and reports its progress', async () => {
  const facts = active();
  await bringOnline(facts);
  const person = await signIn(facts);
  for (const name of ['Daily report', 'Ä ../x']) await person.createWorkflow(name);
  expect(await listOf(facts)).toMatchObject({
    running: null,
    backups: [],
    canBackUp: true,
    lastFailure: null,
  });
  const { messages } = await listen(facts);

  const id = await start(facts);
  expect(id).toMatch(/^bkp_/);
  const { backups } = await untilBackupEnded(facts);
  expect(backups).toMatchObject([{ id, trigger: 'manual', workflows: 2 }]);

  const found = unwrap<{ key: string; bytes: number; fileName: string }>(
    await stubOf(facts).findBackup({ accountId: facts.accountId, backupId: id }),
  );
  expect(found.bytes).toBe(backups[0]?.bytes);
  expect(found.fileName).toMatch(/^[A-Za-z0-9.-]+\.zip$/);
  expect(await workflowsIn(found.key)).toEqual(await workflowsOf(facts));
  const pushed = messages.filter((message) => message.includes('"kind":"backup"'));
  expect(pushed.length).toBeGreaterThan(1);
  expect(JSON.parse(pushed.at(-1) ?? '')).toEqual({ kind: 'backup', running: null });
});

test('two simultaneous requests share one backup', async () => {
  const facts = active();
  await bringOnline(facts);
  const [first, second] = await Promise.all([start(facts), start(facts)]);
  expect(second).toBe(first);
  expect((await untilBackupEnded(facts)).backups).toHaveLength(1);
  expect(await start(facts)).not.toBe(first);
  expect((await untilBackupEnded(facts)).backups).toHaveLength(2);
});

test('shows no backups to another account, and starts none unless Online', async () => {
  const facts = active();
  const stub = stubOf(facts);
  expect(await stub.listBackups(facts.accountId)).toBeNull();
  expect(await stub.startBackup(facts.accountId, true)).toEqual({ ok: false, code: 'workspace_not_found' });
  await bringOnline(facts);
  const id = await start(facts);
  await untilBackupEnded(facts);
  expect(await stub.listBackups('acc_other')).toBeNull();
  expect(await stub.startBackup('acc_other', true)).toEqual({ ok: false, code: 'workspace_not_found' });
  expect(await stub.findBackup({ accountId: 'acc_other', backupId: id })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  expect(await stub.findBackup({ accountId: facts.accountId, backupId: 'bkp_x' })).toEqual({
    ok: false,
    code: 'backup_not_found',
  });
  await stub.restart(facts.accountId);
  expect(await stub.startBackup(facts.accountId, true)).toEqual({ ok: false, code: 'workspace_not_online' });
  expect(await listOf(facts)).toMatchObject({ canBackUp: false, backups: [{ id }] });
});

test('takes a backup each day and deletes old ones', async () => {
  const facts = active();
  await bringOnline(facts);
  let newest = 0;
  for (let day = 1; day <= 12; day += 1) {
    await advance(facts, A_LONG_DAY_MS);
    newest = await eventually(`the backup of day ${day}`, async () => {
      const { running, backups } = await listOf(facts);
      const takenAt = backups[0]?.takenAt ?? 0;
      return running === null && takenAt > newest && takenAt;
    });
  }
  const { backups } = await listOf(facts);
  expect(backups.length).toBeGreaterThanOrEqual(7);
  expect(backups.length).toBeLessThan(12);
  expect(new Set(backups.map(({ trigger }) => trigger))).toEqual(new Set(['scheduled']));
  const expected = backups.map(({ id }) => `backups/${facts.workspaceId}/${id}.zip`).sort();
  await soon(async () => expect((await keysOf(facts)).sort()).toEqual(expected));
});

test('retries a failing daily backup with growing delays, reports it and never lists it', async () => {
  const facts = active();
  await bringOnline(facts);
  await withoutStore(async () => {
    const reports = vi.spyOn(console, 'error').mockImplementation(() => {});
    const reported = () =>
      reports.mock.calls.filter(([line]) => String(line).includes('R2 is down: put')).length;
    await advance(facts, A_LONG_DAY_MS);
    let failedAt = await eventually('it has failed', async () => (await listOf(facts)).lastFailure?.at);
    for (const waitMs of [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]) {
      expect(reported()).toBe(0);
      await advance(facts, waitMs);
      failedAt = await eventually(`again after ${waitMs} ms`, async () => {
        const at = (await listOf(facts)).lastFailure?.at ?? 0;
        return at >= failedAt + waitMs && at;
      });
    }
    await soon(async () => expect(reported()).toBe(1));
    expect((await listOf(facts)).backups).toEqual([]);
    await advance(facts, 6 * HOUR_MS);
    expect((await listOf(facts)).lastFailure).toEqual({ at: failedAt });
  });
  await advance(facts, A_LONG_DAY_MS);
  await soon(async () =>
    expect(await listOf(facts)).toMatchObject({ lastFailure: null, backups: [{ trigger: 'scheduled' }] }),
  );
});

test('the list works, a backup fails and nothing is lost while R2 is down', async () => {
  const facts = active();
  await bringOnline(facts);
  const first = await start(facts);
  await untilBackupEnded(facts);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await withoutStore(async () => {
    await start(facts);
    await eventually('it has failed', async () => (await listOf(facts)).lastFailure);
    expect(await untilBackupEnded(facts)).toMatchObject({ running: null, backups: [{ id: first }] });
    expect(
      await stubOf(facts).previewRestore({
        accountId: facts.accountId,
        source: { kind: 'backup', backupId: first },
      }),
    ).toEqual({ ok: false, code: 'backups_unavailable' });
  });
  await start(facts);
  const { backups, lastFailure } = await untilBackupEnded(facts);
  expect(backups).toHaveLength(2);
  expect(lastFailure).toBeNull();
  expect(await keysOf(facts)).toHaveLength(2);
});

/** Restarts the object as one that died during its backup `bkp_dead`. */
async function wakeWithDead(
  facts: InstanceFacts,
  { beginnings, hasCredentials }: { beginnings: number; hasCredentials: boolean },
): Promise<void> {
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec(
      `INSERT INTO begun_backup (only_row, id, trigger, started_at, beginnings, has_credentials)
       VALUES (1, 'bkp_dead', 'manual', ?, ?, ?)`,
      Date.now(),
      beginnings,
      hasCredentials ? 1 : 0,
    );
    storage.sql.exec(`INSERT INTO schedules (name, due_at, failures) VALUES ('backup', ?, 0)`, Date.now());
  });
  await evictDurableObject(stubOf(facts));
}

test('restarts a backup whose object died under the same id, a limited number of times', async () => {
  const facts = active();
  await bringOnline(facts);
  await wakeWithDead(facts, { beginnings: 3, hasCredentials: false });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await untilBackupEnded(facts)).toMatchObject({ backups: [], lastFailure: {} });
  await wakeWithDead(facts, { beginnings: 1, hasCredentials: false });
  expect(await untilBackupEnded(facts)).toMatchObject({ backups: [{ id: 'bkp_dead' }], lastFailure: null });
});

test('starts a backup again whose failure could not be stored', async () => {
  const facts = active();
  await bringOnline(facts);
  const reports = vi.spyOn(console, 'error').mockImplementation(() => {});
  const rename = (from: string, to: string) =>
    runInDurableObject(stubOf(facts), (_object, { storage }) => {
      storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
    });
  await rename('backup_failures', 'unreadable');
  const id = await withoutStore(async () => {
    const begun = await start(facts);
    await eventually('it has failed', async () =>
      reports.mock.calls.some(([line]) => String(line).includes('no such table: backup_failures')),
    );
    return begun;
  });
  await rename('unreadable', 'backup_failures');
  await advance(facts, 2 * MINUTE_MS);
  await soon(async () =>
    expect(await listOf(facts)).toMatchObject({ running: null, backups: [{ id }], lastFailure: null }),
  );
});

test('never restarts a backup with credentials, since its passphrase is gone', async () => {
  const facts = active();
  await bringOnline(facts);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await wakeWithDead(facts, { beginnings: 1, hasCredentials: true });
  expect(await untilBackupEnded(facts)).toMatchObject({ backups: [], lastFailure: {} });
  const { accountId } = facts;
  const passphrase = 'correct horse battery staple';
  const begun = await stubOf(facts).startBackupWithCredentials({ accountId, passphrase });
  expect(begun).toMatchObject({ ok: true });
  expect((await untilBackupEnded(facts)).backups).toMatchObject([
    { hasCredentials: true, trigger: 'manual' },
  ]);
});

test('deletes the stored archive of a backup that died before it was listed', async () => {
  const facts = active();
  await bringOnline(facts);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.BACKUPS.put(backupKey(facts.workspaceId, 'bkp_dead'), 'sealed credentials');
  await wakeWithDead(facts, { beginnings: 1, hasCredentials: true });
  expect(await untilBackupEnded(facts)).toMatchObject({ backups: [], lastFailure: {} });
  await advance(facts, 11 * MINUTE_MS);
  await soon(async () => expect(await keysOf(facts)).toEqual([]));
});

test('deletes the archive of a failed backup that the store writes late', async () => {
  const facts = active();
  await bringOnline(facts);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const id = await withoutStore(async () => {
    const begun = await start(facts);
    await eventually('it has failed', async () => (await listOf(facts)).lastFailure);
    await advance(facts, MINUTE_MS);
    return begun;
  });
  await advance(facts, MINUTE_MS);
  await env.BACKUPS.put(backupKey(facts.workspaceId, id), 'an archive');
  await advance(facts, 11 * MINUTE_MS);
  await soon(async () => expect(await keysOf(facts)).toEqual([]));
});

test('deletes the late archive of a failed backup even if older backups were dropped meanwhile', async () => {
  const facts = active();
  await bringOnline(facts);
  await env.BACKUPS.put(backupKey(facts.workspaceId, 'bkp_0'), 'an archive');
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    // More manual backups than the retention keeps.
    for (let index = 0; index < 100; index += 1)
      storage.sql.exec(`INSERT INTO backups VALUES (?, 'manual', ?, 1, 1, 0)`, `bkp_${index}`, index);
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const mend = interruptBucket(async (method) => {
    if (method === 'put') throw new Error('R2 is down: put');
  });
  const id = await start(facts);
  await soon(async () => expect(await keysOf(facts)).toEqual([]));
  mend();
  await env.BACKUPS.put(backupKey(facts.workspaceId, id), 'an archive');
  await advance(facts, 11 * MINUTE_MS);
  await soon(async () => expect(await keysOf(facts)).toEqual([]));
});

test('a store that does not respond keeps no one waiting', async () => {
  const key = 'backups/wks_1/bkp_1.zip';
  await env.BACKUPS.put(key, 'an archive');
  const files = r2Backups(interruptible(env.BACKUPS), 10);
  const archive = await files.open(key);
  interruptBucket(() => new Promise<never>(() => {}));
  const bytes = async function* (length: number) {
    yield new Uint8Array(length);
  };
  for (const call of [
    () => files.put(key, bytes(1)),
    () => files.put(key, bytes(6 * 1024 * 1024)),
    () => files.has(key, 1),
    () => files.open(key),
    () => archive?.read(0, 1),
    () => files.remove(key),
    () => files.keysBefore('backups/wks_1/', 0),
  ])
    await expect(call()).rejects.toThrow('did not respond in time');
});

test('deletes an upload a day later, though the workspace stopped meanwhile', async () => {
  const facts = factsOf({ entitlement: { kind: 'trial', endsAt: Date.now() + HOUR_MS } });
  const { accountId } = facts;
  await bringOnline(facts);
  const uploads = async () => (await env.BACKUPS.list({ prefix: uploadPrefix(accountId) })).objects.length;
  expect(await stubOf(facts).expectUpload(accountId)).toEqual({ ok: true, value: null });
  await env.BACKUPS.put(`${uploadPrefix(accountId)}upl_1`, 'an archive');
  await advance(facts, 2 * HOUR_MS);
  await viewWith(facts, { notice: 'trial_ended' });
  expect(await stubOf(facts).expectUpload(accountId)).toEqual({ ok: false, code: 'workspace_not_online' });
  // The test cannot move the bucket's own clock, by which files age.
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + 2 * DAY_MS);
  await advance(facts, 2 * DAY_MS);
  await soon(async () => expect(await uploads()).toBe(0));
});

test('refuses a backup with credentials while another backup runs', async () => {
  const facts = active();
  await bringOnline(facts);
  const { accountId } = facts;
  const passphrase = 'correct horse battery staple';
  const [plain, refused] = await Promise.all([
    stubOf(facts).startBackup(accountId, true),
    stubOf(facts).startBackupWithCredentials({ accountId, passphrase }),
  ]);
  expect(plain).toMatchObject({ ok: true });
  expect(refused).toEqual({ ok: false, code: 'backup_under_way' });
  expect((await untilBackupEnded(facts)).backups).toMatchObject([{ hasCredentials: false }]);
});

test('a running backup with credentials is joined only by a person who can have them', async () => {
  const facts = active();
  await bringOnline(facts);
  const { accountId, workspaceId } = facts;
  const slow = slowPut(`backups/${workspaceId}/`);
  const passphrase = 'correct horse battery staple';
  const sealed = await stubOf(facts).startBackupWithCredentials({ accountId, passphrase });
  expect(sealed).toMatchObject({ ok: true });
  await slow.begun;
  expect(await stubOf(facts).startBackup(accountId, false)).toEqual({ ok: false, code: 'backup_under_way' });
  expect(await stubOf(facts).startBackup(accountId, true)).toEqual(sealed);
  slow.end();
  expect((await untilBackupEnded(facts)).backups).toMatchObject([{ hasCredentials: true }]);
  expect(await stubOf(facts).startBackup(accountId, false)).toMatchObject({ ok: true });
});
