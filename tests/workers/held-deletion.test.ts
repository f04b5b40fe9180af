import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INLINE_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { heldFiles } from '#durable-objects/workspace/held/files.ts';
import { workspaceKeys } from '#durable-objects/workspace/workspace-keys.ts';
import { slowPut } from './support/backups.ts';
import { interruptBucket, interruptible } from './support/bucket.ts';
import { deleteThrough } from './support/deletion.ts';
import { soon } from './support/eventually.ts';
import { findHeld, hold, listHeld } from './support/held.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  sendFacts,
  stubOf,
  viewWith,
} from './support/workspace.ts';

const LARGE = new Uint8Array(2 * INLINE_BODY_BYTES);

/** A workspace whose trial is over, a day before its deletion. */
async function stoppedWorkspace(): Promise<InstanceFacts> {
  const facts = factsOf({ entitlement: { kind: 'trial', endsAt: Date.now() + HOUR_MS } });
  await bringOnline(facts);
  await advance(facts, 2 * HOUR_MS);
  await viewWith(facts, { notice: 'trial_ended' });
  await advance(facts, DAY_MS);
  return facts;
}

const filesOf = async ({ workspaceId }: InstanceFacts) =>
  (await env.BACKUPS.list({ prefix: `held/${workspaceId}/` })).objects.length;

/** @returns what the object's tables hold about webhooks, but for files that are to be deleted. */
async function heldRowsOf(facts: InstanceFacts): Promise<unknown[]> {
  return runInDurableObject(stubOf(facts), (_object, { storage }) =>
    [
      'held_requests',
      'held_paths',
      'held_hours',
      'held_settings',
      `keys WHERE name = 'held-webhooks'`,
    ].flatMap((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
  );
}

test('a deleted workspace keeps nothing of its queue, its files and their key, and holds nothing', async () => {
  const facts = await stoppedWorkspace();
  for (const size of [1, 100_000])
    expect((await hold(facts, { body: new Uint8Array(size) })).answer.kind).toBe('held');
  expect(await filesOf(facts)).toBe(1);

  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  expect(await heldRowsOf(facts)).toEqual([]);
  await soon(async () => expect(await filesOf(facts)).toBe(0));
  expect((await hold(facts)).answer).toMatchObject({ kind: 'state', view: { notice: 'deleted' } });
});

test('an upload that ends after the deletion of its workspace leaves no row, key or file', async () => {
  const facts = await stoppedWorkspace();
  const upload = slowPut(`held/${facts.workspaceId}/`);
  const sent = hold(facts, { body: LARGE });
  await upload.begun;
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  upload.end();
  expect((await sent).answer).toMatchObject({ kind: 'state', view: { notice: 'deleted' } });
  expect(await heldRowsOf(facts)).toEqual([]);
  await soon(async () => expect(await filesOf(facts)).toBe(0));
});

test('an upload that spans the deletion and a new subscription is not held under the deleted key', async () => {
  const facts = await stoppedWorkspace();
  const upload = slowPut(`held/${facts.workspaceId}/`);
  const sent = hold(facts, { body: LARGE });
  await upload.begun;
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  const again = later(facts, { entitlement: { kind: 'active' } });
  await sendFacts(again);
  upload.end();
  expect((await sent).answer).toMatchObject({ kind: 'state' });
  await comeOnline(again);
  const next = await hold(again, { body: LARGE });
  expect(next.answer.kind).toBe('held');
  expect(await findHeld(again, next.id)).toMatchObject({ size: LARGE.byteLength });
  expect((await listHeld(again)).requests.map(({ id }) => id)).toEqual([next.id]);
});

test('a file that is due for deletion is not held', async () => {
  const facts = await stoppedWorkspace();
  const upload = slowPut(`held/${facts.workspaceId}/`);
  const sent = hold(facts, { body: LARGE });
  await upload.begun;
  await advance(facts, 11 * MINUTE_MS);
  upload.end();
  expect((await sent).answer.kind).toBe('state');
  expect((await listHeld(facts)).requests).toEqual([]);
  await soon(async () => expect(await filesOf(facts)).toBe(0));
});

test('an upload that failed and ends later leaves no file', async () => {
  const facts = await stoppedWorkspace();
  const keys: string[] = [];
  const mend = interruptBucket(async (method, key) => {
    if (method !== 'put') return;
    keys.push(String(key));
    throw new Error('The bucket did not respond in time.');
  });
  await expect(hold(facts, { body: LARGE })).rejects.toThrow('did not respond in time');
  mend();
  await advance(facts, MINUTE_MS);
  for (const key of keys) await env.BACKUPS.put(key, LARGE);
  expect(await filesOf(facts)).toBe(1);
  await advance(facts, 11 * MINUTE_MS);
  await soon(async () => expect(await filesOf(facts)).toBe(0));
});

test('a bucket that does not respond keeps no one waiting', async () => {
  interruptBucket(() => new Promise<never>(() => {}));
  const files = heldFiles(interruptible(env.BACKUPS), () => 'held/wks_1/', 10);
  for (const call of [files.put('hld_1', LARGE), files.get('hld_1'), files.remove(['hld_1'])])
    await expect(call).rejects.toThrow('did not respond in time');
});

test('large uploads do not put off the deletion of what expires earlier', async () => {
  const facts = await stoppedWorkspace();
  const expiryAt = () =>
    runInDurableObject(stubOf(facts), (_object, { storage }) =>
      Number(storage.sql.exec(`SELECT due_at FROM schedules WHERE name = 'held-expiry'`).one().due_at),
    );
  await hold(facts, { body: LARGE });
  const first = await expiryAt();
  await advance(facts, MINUTE_MS);
  await hold(facts, { body: LARGE });
  expect(await expiryAt()).toBe(first);
});

test('a deleted workspace gets no key, learns no path and takes no choice', async () => {
  const facts = await stoppedWorkspace();
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  const { accountId, workspaceId } = facts;
  await stubOf(facts).learnAnswers([{ path: '/webhook/late', isGet: false, matters: true }]);
  const choice = { path: '/webhook/late', choice: 'hold' } as const;
  expect(await stubOf(facts).setHeldChoice({ accountId, paused: true, path: choice })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  await runInDurableObject(stubOf(facts), async (_object, { storage }) => {
    const keys = workspaceKeys(storage.sql, [{ version: 1, secret: 'a master key of the test' }]);
    await expect(keys.heldWebhooksKey(workspaceId, () => false)).rejects.toThrow('is deleted');
  });
  expect(await heldRowsOf(facts)).toEqual([]);
});
