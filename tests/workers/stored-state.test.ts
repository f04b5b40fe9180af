import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { reorderKeys } from '#tests/unit/instance/reordered.ts';
import { insertAccount, listMails, RUNNING, summaryRow, to } from './support/account.ts';
import { inCluster } from './support/cluster.ts';
import { eventually, soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  later,
  overviewOf,
  sendFacts,
  stubOf,
  viewOf,
} from './support/workspace.ts';

const readStoredText = (facts: InstanceFacts) =>
  runInDurableObject(stubOf(facts), (_object, { storage }) =>
    String(storage.sql.exec('SELECT state FROM instance').one().state),
  );

/** Replaces the stored state and restarts the object with it. */
async function store(facts: InstanceFacts, state: string): Promise<void> {
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec('UPDATE instance SET state = ?', state);
  });
  await evictDurableObject(stubOf(facts));
}

/** Makes the probe due and restarts the object, whose alarm then fires. @returns the stored rows afterwards. */
async function fireProbe(facts: InstanceFacts) {
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec(`UPDATE schedules SET due_at = ? WHERE name = 'probe'`, Date.now() - DAY_MS);
  });
  await evictDurableObject(stubOf(facts));
  return await eventually('the probe ran', () =>
    runInDurableObject(stubOf(facts), async (_object, { storage }) => {
      const { sql } = storage;
      const probe = sql.exec(`SELECT due_at, failures FROM schedules WHERE name = 'probe'`).one();
      return (
        Number(probe.due_at) > Date.now() - HOUR_MS && {
          state: String(sql.exec('SELECT state FROM instance').one().state),
          failures: Number(probe.failures),
          alarmAt: await storage.getAlarm(),
        }
      );
    }),
  );
}

test.concurrent.each([
  ['bad bytes', () => '\u0000\ufffd', 'not JSON'],
  ['a future version', (text: string) => text.replace('"version":5', '"version":7'), 'has version 7'],
  ['a truncated state', (text: string) => text.slice(0, text.length / 2), 'not JSON'],
  ['a state that lacks a part', (text: string) => text.replace('"generation"', '"other"'), 'not whole'],
])('%s: refuses calls, keeps alarms and overwrites nothing', async (_what, damage, message) => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const text = await readStoredText(facts);
  const damaged = damage(text);
  await store(facts, damaged);

  const refusal = await runInDurableObject(stubOf(facts), (object) =>
    object.restart(facts.accountId).then(
      () => 'none',
      (error: Error) => error.message,
    ),
  );
  expect(refusal).toContain(message);
  const first = await fireProbe(facts);
  expect(first.state).toBe(damaged);
  expect(first.failures).toBeGreaterThan(0);
  expect(first.alarmAt).not.toBeNull();
  const second = await fireProbe(facts);
  expect(second.state).toBe(damaged);
  expect(second.failures).toBeGreaterThan(first.failures);

  await store(facts, text);
  expect(await fireProbe(facts)).toMatchObject({ failures: 0 });
  expect(await viewOf(facts)).toMatchObject({ status: InstanceStatus.Online });
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent('refuses facts with a part that only a newer version reads, and goes on with the last ones', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const before = await readStoredText(facts);
  const ofNewer = later(facts, {
    limits: Object.assign({ seats: 5 }, facts.limits, { activeWorkflows: 99 }),
  });
  const refusal = await runInDurableObject(stubOf(facts), (object) =>
    object.receiveFacts(ofNewer).then(
      () => 'none',
      (error: Error) => error.message,
    ),
  );
  expect(refusal).toContain('facts.limits');
  expect(JSON.parse(await readStoredText(facts)).state.facts).toEqual(JSON.parse(before).state.facts);
  expect(await fireProbe(facts)).toMatchObject({ failures: 0 });
  expect(await viewOf(facts)).toMatchObject({ status: InstanceStatus.Online });
  // The database sends them again, which the newer version takes.
  await sendFacts(later(facts, { limits: { ...facts.limits, activeWorkflows: 99 } }));
  expect(JSON.parse(await readStoredText(facts)).state.facts.limits.activeWorkflows).toBe(99);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent('keeps the schedule of a newer version due until that version is deployed', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const readSchedule = () =>
    runInDurableObject(stubOf(facts), (_object, { storage }) =>
      storage.sql.exec(`SELECT due_at, failures FROM schedules WHERE name = 'of-a-newer-version'`).toArray(),
    );
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec(`INSERT INTO schedules VALUES ('of-a-newer-version', ?, 0)`, Date.now() - HOUR_MS);
  });
  await evictDurableObject(stubOf(facts));
  const due = await eventually('the alarm fired', async () => {
    const [row] = await readSchedule();
    return row === undefined || Number(row.failures) > 0 ? { row } : undefined;
  });
  expect(due.row).toMatchObject({ failures: expect.any(Number) });
});

test.concurrent('a mail and an item of a newer version wait for that version, and hold up nothing else', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  const ids = () =>
    runInDurableObject(stubOf(facts), (_object, { storage }) =>
      storage.sql
        .exec('SELECT id FROM outbox ORDER BY id')
        .toArray()
        .map(({ id }) => id),
    );
  await soon(async () => expect(await ids()).toEqual([]));
  const mail = (template: string) =>
    JSON.stringify({
      kind: 'mail',
      id: 'newer',
      mail: { template, data: { waiting: 3, oldestAt: 1, oldestUntil: 2, isPaused: false } },
    });
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec("INSERT INTO outbox (id, payload) VALUES ('mail:newer', ?)", mail('of_a_newer_version'));
    storage.sql.exec(`INSERT INTO outbox (id, payload) VALUES ('item', '{"kind":"of_a_newer_version"}')`);
  });
  const mails = await listMails(facts);
  await sendFacts(later(facts, { limits: { ...facts.limits, activeWorkflows: 99 } }));
  await soon(async () => expect((await summaryRow(facts))?.factsRevision).toBe(facts.factsRevision + 1));
  await soon(async () => expect(await ids()).toEqual(['item', 'mail:newer']));
  expect(await listMails(facts)).toEqual(mails);

  // The newer version knows them; the alarm of the waiting items sends them within an hour.
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec("DELETE FROM outbox WHERE id = 'item'");
    storage.sql.exec("UPDATE outbox SET payload = ? WHERE id = 'mail:newer'", mail('webhooks_waiting'));
  });
  await advance(facts, HOUR_MS);
  await soon(async () => expect(await ids()).toEqual([]));
  expect(await listMails(facts)).toEqual([...mails, ...to('webhooks_waiting', RUNNING)].sort());
});

test.concurrent('a stored state with reordered keys sends nothing twice', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  const { pid } = await bringOnline(facts);
  const pending = () =>
    runInDurableObject(stubOf(facts), (_object, { storage }) =>
      Number(storage.sql.exec('SELECT count(*) AS pending FROM outbox').one().pending),
    );
  await soon(async () => expect(await pending()).toBe(0));
  const before = await overviewOf(facts);
  const mails = await listMails(facts);

  await store(facts, JSON.stringify(reorderKeys(JSON.parse(await readStoredText(facts)))));
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    const { payload } = storage.sql.exec<{ payload: string }>('SELECT payload FROM last_summary').one();
    storage.sql.exec('UPDATE last_summary SET payload = ?', JSON.stringify(reorderKeys(JSON.parse(payload))));
  });
  await sendFacts(facts);
  await fireProbe(facts);

  expect(await pending()).toBe(0);
  expect(await listMails(facts)).toEqual(mails);
  expect((await overviewOf(facts)).view).toEqual(before.view);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});
