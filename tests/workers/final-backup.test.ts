import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { verifyFinalBackupToken } from '#app/crypto/final-backup-token.ts';
import { parseKeyRing } from '#app/crypto/key-ring.ts';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { insertAccount, mailsOf } from './support/account.ts';
import { workflowsIn, workflowsOf } from './support/archives.ts';
import { active, keysOf, listOf, start, untilBackupEnded } from './support/backups.ts';
import { deleteThrough } from './support/deletion.ts';
import { soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import { advance, bringOnline, DAY_MS, later, MINUTE_MS, sendFacts, stubOf } from './support/workspace.ts';

/** The token in the deletion mail, by the recipient's role. */
async function tokensOf(facts: InstanceFacts): Promise<Record<string, unknown>> {
  const mails = (await mailsOf(facts)).filter(({ template }) => template === 'workspace_deleted');
  return Object.fromEntries(mails.map(({ to, data }) => [to.split('@')[0], data.finalBackupToken]));
}

test('only the owner of a deleted workspace gets the link to its final backup, valid for 90 days', async () => {
  const facts = active();
  await insertAccount(facts);
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Precious');
  const exported = await workflowsOf(facts);
  await start(facts);
  await untilBackupEnded(facts);
  const cancelled = later(facts, { entitlement: { kind: 'cancelled', endsAt: Date.now() + 3 * DAY_MS } });
  await sendFacts(cancelled);
  await advance(cancelled, 3 * DAY_MS + MINUTE_MS);
  await deleteThrough(cancelled);

  await soon(async () =>
    expect(Object.keys(await tokensOf(facts)).sort()).toEqual(['billing', 'operator', 'owner']),
  );
  const { owner, ...others } = await tokensOf(facts);
  expect(others).toEqual({ billing: undefined, operator: undefined });
  expect(verifyFinalBackupToken(parseKeyRing(env.WORKSPACE_MASTER_KEY), String(owner))).toEqual({
    workspaceId: facts.workspaceId,
    incarnation: 1,
  });
  const found = await stubOf(facts).findFinalBackup(1);
  const key = finalBackupKey(facts.workspaceId, 1);
  expect(found).toMatchObject({ ok: true, value: { key } });
  expect(await workflowsIn(key)).toEqual(exported);
  expect(await stubOf(facts).findFinalBackup(2)).toEqual({ ok: false, code: 'backup_not_found' });
  const list = await listOf(facts);
  expect(list).toMatchObject({ canBackUp: false });
  expect(list.backups.map(({ trigger, workflows }) => [trigger, workflows])).toContainEqual(['final', 1]);
  expect(await keysOf(facts)).not.toEqual([]);

  // A deleted workspace's files are kept no longer.
  await advance(cancelled, 91 * DAY_MS);
  await soon(async () => {
    expect(await stubOf(facts).findFinalBackup(1)).toEqual({ ok: false, code: 'backup_not_found' });
    expect(await keysOf(facts)).toEqual([]);
  });
  expect(await workflowsIn(key)).toBeNull();
  expect((await listOf(facts)).backups).toEqual([]);
});
