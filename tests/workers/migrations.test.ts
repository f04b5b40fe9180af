import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstancePhase, InstanceState } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { GENERATION_ANNOTATION } from '#app/integrations/kubernetes/manifests.ts';
import { migrate } from '#durable-objects/workspace/migrations.ts';
import { readStoredState, writeStoredState } from '#durable-objects/workspace/stored-state.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';
import { insertAccount, listMails, mailsOf, to } from './support/account.ts';
import { annotate, inCluster } from './support/cluster.ts';
import { undoStateVersion } from './support/earlier-object.ts';
import { soon } from './support/eventually.ts';
import { bringOnline, factsOf, later, overviewOf, sendFacts, stubOf, viewOf } from './support/workspace.ts';

test.concurrent('an object from before state versions continues: same process, same view, mails once', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  const { pid } = await bringOnline(facts);
  await soon(async () => expect(await outboxOf(facts)).toEqual([]));
  const before = await overviewOf(facts);
  const mails = await listMails(facts);
  const generation = (await annotate(facts.name))[GENERATION_ANNOTATION] ?? '';
  expect(generation).toMatch(/^\d+$/);

  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    const data = { backupUntil: 1, incarnation: 1 };
    const item = { kind: 'mail', id: 'deletion', mail: { template: 'workspace_deleted', data } };
    storage.sql.exec('INSERT INTO outbox (id, payload) VALUES (?, ?)', 'mail:deletion', JSON.stringify(item));
    undoStateVersion(storage);
  });
  await annotate(facts.name, { [GENERATION_ANNOTATION]: null, 'weft.cloud/wish': generation });
  await evictDurableObject(stubOf(facts));

  const { view, history } = await overviewOf(facts);
  expect({ view, history }).toEqual({ view: before.view, history: before.history });
  await runInDurableObject(stubOf(facts), async (object, { storage }) => {
    const names = storage.sql.exec<{ name: string }>('SELECT name FROM schedules').toArray();
    expect(names.map(({ name }) => name)).toContain('probe');
    storage.sql.exec(`UPDATE schedules SET due_at = 0 WHERE name = 'probe'`);
    storage.sql.exec(`INSERT INTO schedules (name, due_at, failures) VALUES ('send-outbox', 0, 0)`);
    await object.alarm();
  });
  expect((await annotate(facts.name))[GENERATION_ANNOTATION]).toBe(generation);
  const after = await overviewOf(facts);
  expect(after.view).toMatchObject({ status: InstanceStatus.Online, revision: before.view.revision });
  expect(after.history).toEqual(before.history);
  expect((await inCluster(facts.name))?.pid).toBe(pid);

  await soon(async () => expect(await outboxOf(facts)).toEqual([]));
  const deleted = to('workspace_deleted', ['billing', 'operator', 'owner']);
  expect(await listMails(facts)).toEqual([...mails, ...deleted].sort());
  const ofOwner = (await mailsOf(facts)).find(({ data }) => data.finalBackupToken !== undefined);
  expect(ofOwner).toMatchObject({ to: `owner@${facts.name}.example`, data: { incarnation: 1 } });
  await sendFacts(later(facts, { limits: { ...facts.limits, monthlyExecutions: 2_000 } }));
  expect((await viewOf(facts)).limits.executions).toBe(2_000);
});

const backup = { key: 'final/wks_1/1.zip', bytes: 2, workflows: 3, takenAt: 4 };
const phases: InstancePhase[] = [
  { kind: 'pending', cause: 'resume', startedAt: 1, isClusterUnreachable: true },
  { kind: 'online' },
  { kind: 'offline' },
  { kind: 'stopped', reason: 'paused' },
  { kind: 'backing-up', reason: 'trial_ended', startedAt: 5 },
  { kind: 'removing', reason: 'cancelled', backup, serial: 2 },
  { kind: 'removing', reason: 'cancelled', backup: { ...backup, workflows: 0 }, serial: 2 },
  { kind: 'deleted', reason: 'trial_ended', at: 6 },
];

test.each(phases)('migrates the state of a workspace that is $kind', async (phase) => {
  const state: InstanceState = {
    ...onlineWorld().state,
    phase,
    ...{ generation: 7, incarnation: 3, restarts: 2, revision: 9 },
    finalBackups: [backup, { ...backup, key: 'final/wks_1/2.zip', workflows: 0 }],
    progress: { serial: 4, remindedAt: 5 },
    usage: { timeframe: '2027-01', executions: 900, activeWorkflows: 1 },
    usageWarnings: { timeframe: '2027-01', percentByLimit: { '1000': 80 } },
    staleness: { version: '1.0.0', target: '1.1.0', updateAt: 8 },
  };
  const stub = stubOf(factsOf());
  // An object is built by its first call.
  await stub.limits();
  const read = await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec('INSERT INTO instance (only_row, state) VALUES (1, ?)', writeStoredState(state));
    undoStateVersion(storage);
    // Stored before workflows were counted.
    storage.sql.exec(`UPDATE instance SET state = replace(state, '"workflows":0,', '')`);
    migrate(storage);
    return readStoredState(String(storage.sql.exec('SELECT state FROM instance').one().state));
  });
  expect(read).toEqual({ ...state, isApplied: false });
});

function outboxOf(facts: Parameters<typeof stubOf>[0]): Promise<unknown[]> {
  return runInDurableObject(stubOf(facts), (_object, { storage }) =>
    storage.sql.exec('SELECT id FROM outbox').toArray(),
  );
}
