import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { WorkspaceObject } from '#durable-objects/workspace/object.ts';
import { insertAccount } from './support/account.ts';
import { breakCluster, inCluster } from './support/cluster.ts';
import { eventually, soon } from './support/eventually.ts';
import { hold, webhook } from './support/held.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  makeProbeDue,
  overviewOf,
  sendFacts,
  stubOf,
} from './support/workspace.ts';

/** When the object's next schedule is due, on its clock. */
function nextDueAt(facts: InstanceFacts): Promise<number> {
  return runInDurableObject(stubOf(facts), (_object, { storage }) =>
    Number(storage.sql.exec('SELECT min(due_at) AS due_at FROM schedules').one().due_at),
  );
}

/**
 * Counts the rows that an object writes after `prepare`: those of each statement's cursor, and one per setting of the alarm
 * (https://developers.cloudflare.com/durable-objects/platform/pricing/).
 */
function countRows(
  facts: InstanceFacts,
  act: (object: WorkspaceObject) => Promise<unknown>,
  prepare: (object: WorkspaceObject) => void = () => {},
): Promise<number> {
  return runInDurableObject(stubOf(facts), async (object, { storage }) => {
    let rows = 0;
    // Every object of the isolate shares these methods; only this one's calls count.
    const { sql } = storage;
    const sqlMethods = Object.getPrototypeOf(sql);
    const storageMethods = Object.getPrototypeOf(storage);
    const { exec } = sqlMethods;
    const { setAlarm, deleteAlarm } = storageMethods;
    sqlMethods.exec = function (this: SqlStorage, ...statement: unknown[]) {
      const cursor = exec.apply(this, statement);
      if (this === sql) rows += cursor.rowsWritten;
      return cursor;
    };
    const counted = (method: (...given: unknown[]) => unknown) =>
      function (this: DurableObjectStorage, ...given: unknown[]) {
        if (this === storage) rows += 1;
        return method.apply(this, given);
      };
    Object.assign(storageMethods, { setAlarm: counted(setAlarm), deleteAlarm: counted(deleteAlarm) });
    try {
      prepare(object);
      rows = 0;
      await act(object);
    } finally {
      Object.assign(sqlMethods, { exec });
      Object.assign(storageMethods, { setAlarm, deleteAlarm });
    }
    return rows;
  });
}

/** Making the probe due writes a row of its own. */
const rowsOfOneProbe = (facts: InstanceFacts) => countRows(facts, (object) => object.alarm(), makeProbeDue);

test('a probe without a change writes only the schedule and the alarm', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  // The first probe also sends the summary.
  await soon(async () => expect(await rowsOfOneProbe(facts)).toBe(2));
});

test('a poll before readiness writes only the schedule and the alarm', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await soon(async () => expect(await inCluster(facts.name)).toBeDefined());
  await soon(async () => expect(await rowsOfOneProbe(facts)).toBe(2));
});

test('a held webhook writes six rows, and two when it is dropped', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  const { accountId } = facts;
  // The first one also creates the key and sets the schedules.
  await hold(facts);
  const request = webhook();
  // Its row, three entries in indexes, the last sequence, and the counters of its path's hour.
  expect(await countRows(facts, (object) => object.hold(request))).toBe(6);
  // The row and its entry in the index; the schedule and the alarm of the expiry are set.
  expect(await countRows(facts, (object) => object.dropHeld({ accountId, ids: [request.id] }))).toBe(2);
});

test('an idle Online workspace costs at most 30 object requests a day', async () => {
  const facts = factsOf({ entitlement: { kind: 'active' } });
  await insertAccount(facts);
  await bringOnline(facts);
  const { now: began } = await overviewOf(facts);
  let alarms = 0;
  for (;;) {
    const { now } = await overviewOf(facts);
    const dueAt = await nextDueAt(facts);
    if (dueAt > began + DAY_MS) break;
    alarms += 1;
    await advance(facts, Math.max(1, dueAt - now));
    await eventually('what was due is done', async () => (await nextDueAt(facts)) !== dueAt);
  }
  expect(alarms).toBeGreaterThan(20);
  expect(alarms).toBeLessThanOrEqual(30);
});
