import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { verifyCloudCredential } from '#app/crypto/cloud-credential.ts';
import { verifyFinalBackupToken } from '#app/crypto/final-backup-token.ts';
import { parseKeyRing } from '#app/crypto/key-ring.ts';
import { workspaceKey } from '#app/crypto/workspace-key.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { cloudCredential } from '../support/cloud-credentials.ts';
import { insertAccount, mailsOf } from './support/account.ts';
import { active } from './support/backups.ts';
import { inCluster, secretOf } from './support/cluster.ts';
import { deployMasterKey } from './support/configured-keys.ts';
import { deleteThrough } from './support/deletion.ts';
import { eventually, soon } from './support/eventually.ts';
import { findHeld, hold, listCounted, listHeld } from './support/held.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  later,
  MINUTE_MS,
  sendFacts,
  stubOf,
  unwrap,
  viewOf,
} from './support/workspace.ts';

const old = env.WORKSPACE_MASTER_KEY;
const newKey = btoa('a new key with exactly 32 bytes.');
const both = `2:${newKey},1:${old}`;
const alone = `2:${newKey}`;

const reseal = (facts: InstanceFacts, restart = false) => stubOf(facts).resealKeys({ restart });
const renew = async (facts: InstanceFacts, restart = false) => (await reseal(facts, restart)).oldestUse;

async function readSealed(facts: InstanceFacts): Promise<Record<string, string>> {
  return runInDurableObject(stubOf(facts), (_object, { storage }) =>
    Object.fromEntries(
      storage.sql
        .exec<{ name: string; sealed: string }>('SELECT name, sealed FROM keys')
        .toArray()
        .map(({ name, sealed }) => [name, sealed]),
    ),
  );
}

test.concurrent('a workspace outlives its master key: same data key, same process, links before, during and after', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const before = await secretOf(facts.name);
  expect(before.encryption).toMatch(/^[0-9a-f]{64}$/);
  await signIn(facts);

  await deployMasterKey(facts, both);
  await signIn(facts);
  expect(await renew(facts)).toEqual({ purpose: 'process', version: 1, until: null });
  for (const sealed of Object.values(await readSealed(facts))) expect(sealed).toMatch(/^v2\./);
  await signIn(facts);
  expect((await inCluster(facts.name))?.pid).toBe(pid);

  // The running process's signatures are valid while its version is in the ring.
  const credential = await cloudCredential(old, facts.workspaceId);
  const asked = { purpose: 'cloud', now: Date.now() } as const;
  expect(await verifyCloudCredential(parseKeyRing(both), credential, asked)).not.toBeNull();
  expect(await verifyCloudCredential(parseKeyRing(alone), credential, asked)).toBeNull();

  unwrap(await stubOf(facts).restart(facts.accountId));
  const restarted = await comeOnline(facts, pid);
  expect(await secretOf(facts.name)).toEqual({
    encryption: before.encryption,
    signIn: workspaceKey(newKey, facts.workspaceId, 'sign-in'),
  });
  expect(await renew(facts)).toBeNull();
  await signIn(facts);

  await deployMasterKey(facts, alone);
  await signIn(facts);
  await stubOf(facts).reconcile();
  await advance(facts, 5 * MINUTE_MS);
  expect(await viewOf(facts)).toMatchObject({ status: 1 });
  expect((await secretOf(facts.name)).encryption).toBe(before.encryption);
  expect((await inCluster(facts.name))?.pid).toBe(restarted.pid);
});

test.concurrent('held webhooks survive a rotation of their master key, in the object and in the bucket', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const accountId = facts.accountId;
  unwrap(await stubOf(facts).setHeldChoice({ accountId, paused: true }));
  const sent = [await hold(facts), await hold(facts, { body: new Uint8Array(100_000).fill(7) })];
  await comeOnline(facts);

  await deployMasterKey(facts, both);
  await renew(facts);
  expect((await readSealed(facts))['held-webhooks']).toMatch(/^v2\./);
  await deployMasterKey(facts, alone);
  expect((await findHeld(facts, sent[1]?.id ?? '')).body?.isCut).toBe(true);
  // The running process still has a key of the older version, so the object signs replays with the same key.
  unwrap(await stubOf(facts).setHeldChoice({ accountId, paused: false }));
  await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 2 }));
  const ran = await listCounted(facts);
  expect(ran.map(({ heldId, bytes }) => [heldId, bytes])).toEqual(sent.map(({ id, size }) => [id, size]));
});

test.concurrent('restarts only a process with an older key, on request', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  // The object's own version: it keeps the earlier secret for minutes after the Worker has the next one.
  expect(await reseal(facts, true)).toEqual({ newestVersion: 1, oldestUse: null });
  expect((await inCluster(facts.name))?.pid).toBe(pid);
  await deployMasterKey(facts, both);
  expect(await reseal(facts, true)).toMatchObject({ newestVersion: 2, oldestUse: { purpose: 'process' } });
  const { pid: second } = await comeOnline(facts, pid);
  await eventually('nothing needs version 1', async () => (await renew(facts, true)) === null);
  expect((await inCluster(facts.name))?.pid).toBe(second);
});

test.concurrent('the next attempt completes an interrupted sealing', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const { encryption } = await secretOf(facts.name);
  await deployMasterKey(facts, both);
  for (let kill = 0; kill < 10; kill += 1) {
    const renewing = Promise.allSettled([renew(facts), renew(facts)]);
    await runInDurableObject(stubOf(facts), (_object, ctx) => ctx.abort('killed')).catch(() => {});
    await renewing;
  }
  await soon(async () => expect(await renew(facts)).toEqual({ purpose: 'process', version: 1, until: null }));
  for (const sealed of Object.values(await readSealed(facts))) expect(sealed).toMatch(/^v2\./);
  unwrap(await stubOf(facts).restart(facts.accountId));
  await comeOnline(facts, (await inCluster(facts.name))?.pid);
  expect((await secretOf(facts.name)).encryption).toBe(encryption);
});

test.concurrent.each([
  ['dropped too early', alone, /no version 1, which this workspace needs: put it back/],
  [
    'replaced in its place',
    `2:${newKey},1:${old}!`,
    /Version 1 of WORKSPACE_MASTER_KEY is not the key it was/,
  ],
])('a key %s changes nothing in the cluster and reports what to do', async (_, wrong, message) => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const secret = await secretOf(facts.name);
  const sealed = await readSealed(facts);
  await deployMasterKey(facts, wrong);

  const refusal = await renew(facts).then(
    () => 'none',
    (error: unknown) => String(error),
  );
  expect(refusal).toMatch(message);
  for (const key of [old, newKey]) expect(refusal).not.toContain(key);
  unwrap(await stubOf(facts).restart(facts.accountId));
  await advance(facts, 30 * MINUTE_MS);
  expect(await viewOf(facts)).toMatchObject({ status: 2 });
  expect(await secretOf(facts.name)).toEqual(secret);
  expect(await readSealed(facts)).toEqual(sealed);
  expect(await inCluster(facts.name)).toMatchObject({ pid, ready: true });

  // With the version restored, everything continues.
  await deployMasterKey(facts, both);
  await comeOnline(facts, pid);
  expect((await secretOf(facts.name)).encryption).toBe(secret.encryption);
  await signIn(facts);
});

test.concurrent('a link to a final backup works for 90 days and reports its version until then', async () => {
  const facts = active();
  await insertAccount(facts);
  await bringOnline(facts);
  const cancelled = later(facts, { entitlement: { kind: 'cancelled', endsAt: Date.now() + DAY_MS } });
  await sendFacts(cancelled);
  await advance(cancelled, DAY_MS + MINUTE_MS);
  await deleteThrough(cancelled);
  const token = await eventually('the owner has the link', async () => {
    const mails = await mailsOf(facts);
    return mails.find(({ data }) => typeof data.finalBackupToken === 'string')?.data.finalBackupToken;
  });

  await deployMasterKey(facts, both);
  const opens = { workspaceId: facts.workspaceId, incarnation: 1 };
  expect(verifyFinalBackupToken(parseKeyRing(both), String(token))).toEqual(opens);
  expect(verifyFinalBackupToken(parseKeyRing(alone), String(token))).toBeNull();
  expect(await stubOf(facts).findFinalBackup(1)).toMatchObject({ ok: true });
  const use = await renew(facts);
  expect(use).toMatchObject({ purpose: 'final-link', version: 1 });
  expect(Math.abs(Number(use?.until) - (Date.now() + 91 * DAY_MS))).toBeLessThan(DAY_MS);
  await advance(cancelled, 91 * DAY_MS);
  await soon(async () => expect(await renew(facts)).toBeNull());
});
