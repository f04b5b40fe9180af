import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { ENDING, insertAccount, mailed, to } from './support/account.ts';
import { soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  later,
  overviewOf,
  stubOf,
  tell,
  VERSION,
  viewOf,
  viewWith,
} from './support/workspace.ts';

/** What came with the later migrations. */
const youngerTables = [
  ...['history', 'usage_days', 'news', 'told'],
  ...['backups', 'begun_backup', 'backup_failures', 'dropped_backups'],
  ...['keys', 'final_links'],
];

/** Makes the object what it would be had it last run before there were subscriptions, settings and a history. */
async function turnBack(facts: InstanceFacts, trialEndsAt: number | null): Promise<void> {
  const { workspaceId, accountId, name, ownerEmail, timezone } = facts;
  const { concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays } = facts.limits;
  const first = {
    facts: {
      workspaceId,
      accountId,
      name,
      ownerEmail,
      timezone,
      version: VERSION,
      limits: { concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays },
      trialEndsAt,
    },
    phase: { kind: 'online' },
    since: Date.now(),
    isApplied: true,
    wish: 1,
    revision: 2,
  };
  await runInDurableObject(stubOf(facts), async (_object, { storage }) => {
    for (const table of youngerTables) storage.sql.exec(`DROP TABLE ${table}`);
    storage.sql.exec('DELETE FROM migrations WHERE id > 1');
    storage.sql.exec('UPDATE instance SET state = ?', JSON.stringify(first));
    storage.sql.exec('DELETE FROM schedules');
    const at = Date.now() + 60 * 60_000;
    storage.sql.exec(`INSERT INTO schedules (name, due_at, failures) VALUES ('look', ?, 0)`, at);
    if (trialEndsAt !== null) {
      storage.sql.exec(
        `INSERT INTO schedules (name, due_at, failures) VALUES ('trial-end', ?, 0)`,
        trialEndsAt,
      );
    }
    await storage.setAlarm(at);
  });
  await evictDurableObject(stubOf(facts));
}

test.concurrent('an object from before subscriptions is read as it was, and goes on from there', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  const { pid } = await bringOnline(facts);
  const endsAt = facts.subscription.kind === 'trial' ? facts.subscription.endsAt : 0;
  await turnBack(facts, endsAt);

  expect(await viewOf(facts)).toMatchObject({
    status: InstanceStatus.Online,
    version: { name: VERSION },
    timezone: facts.timezone,
    saveExecutions: { manual: true, failed: true, successful: true },
    trialEndsAt: endsAt,
    deletionAt: endsAt + 3 * DAY_MS,
    limits: { executions: 1_000, activeWorkflows: 5 },
  });
  expect((await overviewOf(facts)).history).toEqual([]);

  // The database tells it again; from then on it has all that a new one has.
  await tell(later(facts, { limits: { ...facts.limits, monthlyExecutions: 2_000 } }));
  expect((await viewOf(facts)).limits.executions).toBe(2_000);
  const running = await comeOnline(facts);
  expect(running.pid).toBe(pid);
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: InstanceStatus.Stopped, notice: 'trial_ended' });
  await soon(async () =>
    expect(await mailed(facts)).toEqual(
      [...to('trial_ended', ENDING), ...to('trial_reminder', ENDING)].sort(),
    ),
  );
});

test.concurrent('an object from before subscriptions ends its trial even if nobody tells it again', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await turnBack(facts, Date.now() + DAY_MS);
  await advance(facts, DAY_MS);
  await viewWith(facts, { status: InstanceStatus.Stopped, notice: 'trial_ended' });
});

test.concurrent('what is no instance is never decided upon', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const message = await runInDurableObject(stubOf(facts), async (object, { storage }) => {
    const { state } = storage.sql.exec<{ state: string }>('SELECT state FROM instance').one();
    storage.sql.exec(`UPDATE instance SET state = '{"facts":null}'`);
    const refusal = await object.restart(facts.accountId).then(
      () => 'none',
      (error: Error) => error.message,
    );
    storage.sql.exec('UPDATE instance SET state = ?', state);
    return refusal;
  });
  expect(message).toContain('no instance');
  expect(await viewOf(facts)).toMatchObject({ status: InstanceStatus.Online });
});
