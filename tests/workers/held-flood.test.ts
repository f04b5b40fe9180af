import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INLINE_BODY_BYTES, MAX_WAITING_CHARACTERS } from '#app/domain/held-webhooks/bounds.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { KEPT_BYTES, OPEN } from '#durable-objects/workspace/held/schema.ts';
import { breakCluster } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { hold, listHeld, webhook } from './support/held.ts';
import {
  advance,
  comeOnline,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  sendFacts,
  stubOf,
  unwrap,
} from './support/workspace.ts';

const PATHS = 10_000;
const BATCH = 250;
/** Requests that a plan with this many executions a month holds. */
const BOUND = 1_500;
/** The smallest plan's bound. */
const MIN_BOUND = 1_000;
/** Number of paths with separate counters, and of paths with known answers. */
const COUNTED_PATHS = 1_000;

const withExecutions = (monthlyExecutions: number) =>
  factsOf({ limits: { ...factsOf().limits, monthlyExecutions } });

/** Numbers of rows in the object's tables. */
async function rowsOf(facts: InstanceFacts): Promise<Record<'requests' | 'paths' | 'counted', number>> {
  return runInDurableObject(stubOf(facts), (_object, { storage }) => {
    const count = (query: string) => Number(storage.sql.exec(`SELECT count(${query}`).one().count);
    return {
      requests: count('*) AS count FROM held_requests'),
      paths: count('*) AS count FROM held_paths'),
      counted: count('DISTINCT path) AS count FROM held_hours'),
    };
  });
}

test('requests to 10,000 paths are refused beyond the limit, rows stay limited, and a known path continues', async () => {
  const facts = withExecutions(BOUND);
  const { accountId } = facts;
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const known = '/webhook/counted/known';
  expect((await hold(facts, { path: known })).answer.kind).toBe('held');
  // Runs within the object, because ten thousand calls from outside take minutes.
  const { answers, last } = await runInDurableObject(stubOf(facts), async (object) => {
    const counts: Record<string, number> = {};
    let newest = '';
    for (let path = 0; path < PATHS; path += 1) {
      const request = webhook({ path: `/webhook/made-up-${path}` });
      const answer = await object.hold(request);
      const key = answer.kind === 'refused' ? `${answer.kind} ${answer.why}` : answer.kind;
      counts[key] = (counts[key] ?? 0) + 1;
      if (answer.kind === 'held') newest = request.id;
    }
    return { answers: counts, last: newest };
  });
  expect(answers).toEqual({ held: BOUND - 1, 'refused full': PATHS - BOUND + 1 });
  // Further paths share one row of counters.
  expect(await rowsOf(facts)).toEqual({ requests: BOUND, paths: 0, counted: COUNTED_PATHS + 1 });

  expect((await hold(facts, { path: known })).answer).toMatchObject({ kind: 'refused', why: 'full' });
  unwrap(await stubOf(facts).dropHeld({ accountId, ids: [last] }));
  expect((await hold(facts, { path: known })).answer.kind).toBe('held');
  const [listed] = (await listHeld(facts, { path: known })).paths;
  expect(listed).toMatchObject({ path: known, waiting: 2 });
  const sum = (counter: 'arrived' | 'held' | 'refused') =>
    listed?.hours.reduce((total, hour) => total + hour[counter], 0);
  expect([sum('arrived'), sum('held'), sum('refused')]).toEqual([3, 2, 1]);

  const list = await listHeld(facts);
  // The dropped request's path has neither a request that waits nor counters of its own.
  expect([list.paths.length, list.totalPaths, list.requests.length]).toEqual([100, BOUND - 1, 50]);
  const older = await listHeld(facts, { cursor: list.nextCursor ?? '' });
  const seen = [...list.requests, ...older.requests].map(({ id }) => id);
  expect(new Set(seen).size).toBe(100);
  // Other workspaces' queues are unaffected.
  const other = factsOf();
  await sendFacts(other);
  expect((await hold(other, { path: known })).answer.kind).toBe('held');
});

test('the oldest of 10,000 paths of 8,000 characters are held, and the object remains usable', async () => {
  const facts = withExecutions(50_000);
  const { accountId } = facts;
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const path = (number: number) => `/webhook/${String(number).padEnd(8_000 - 9, 'x')}`;
  const fitting = Math.floor(MAX_WAITING_CHARACTERS / 2 / path(0).length);
  const body = new TextEncoder().encode('{}');
  const answers = await runInDurableObject(stubOf(facts), async (object) => {
    const counts: Record<string, number> = {};
    for (let number = 0; number < PATHS; number += 1) {
      const answer = await object.hold(webhook({ path: path(number), body }));
      const key = answer.kind === 'refused' ? `${answer.kind} ${answer.why}` : answer.kind;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  });
  expect(answers).toEqual({ held: fitting, 'refused full': PATHS - fitting });
  expect((await hold(facts, { path: path(0) })).answer.kind).toBe('held');
  expect((await hold(facts)).answer.kind).toBe('held');

  await evictDurableObject(stubOf(facts));
  const { paths, totalPaths, totals } = await listHeld(facts);
  expect([paths.length, totalPaths, totals.waiting]).toEqual([100, fitting + 1, fitting + 2]);
  expect(totals.bytes).toBeGreaterThan(fitting * path(0).length);
  expect((await hold(facts, { path: path(PATHS) })).answer).toMatchObject({ kind: 'refused', why: 'full' });
  for (let left = totals.waiting; left > 0; ) {
    const { requests } = await listHeld(facts, { state: 'waiting' });
    const ids = requests.map(({ id }) => id);
    left -= unwrap<{ count: number }>(await stubOf(facts).dropHeld({ accountId, ids })).count;
  }
  expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, bytes: 0, dropped: totals.waiting });
  // The machine's alarms bring the workspace online, and start the replay.
  expect((await hold(facts, { path: path(PATHS) })).answer.kind).toBe('held');
  await breakCluster(facts.name, 'none');
  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals.waiting).toBe(0));
});

test('rows of an older deployment keep their order, counts and bytes', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const ids = [(await hold(facts)).id, (await hold(facts, { body: new Uint8Array(100_000) })).id];
  const before = await listHeld(facts);
  await runInDurableObject(stubOf(facts), (_object, { storage }) => {
    storage.sql.exec(`DROP INDEX held_open;
      CREATE INDEX held_waiting ON held_requests (path, sequence) WHERE state = 'waiting';
      ALTER TABLE dropped_backups DROP COLUMN due_at;
      DELETE FROM migrations WHERE id >= (SELECT max(id) FROM migrations) - 1`);
  });
  await evictDurableObject(stubOf(facts));
  const after = await listHeld(facts);
  expect(after.requests.map(({ id }) => id)).toEqual(ids.toReversed());
  expect([after.totals, after.paths]).toEqual([before.totals, before.paths]);
  expect(after.totals.bytes).toBeGreaterThan(100_000);
  const plan = await runInDurableObject(stubOf(facts), (_object, { storage }) =>
    storage.sql
      .exec(`EXPLAIN QUERY PLAN SELECT sum(${KEPT_BYTES}) FROM held_requests WHERE ${OPEN}`)
      .toArray()
      .map(({ detail }) => detail),
  );
  expect(plan).toEqual(['SCAN held_requests USING COVERING INDEX held_open']);
});

test('the last 1,000 of 10,000 paths that answer are remembered', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  for (let from = 0; from < PATHS; from += BATCH) {
    const answers = Array.from({ length: BATCH }, (_, index) => ({
      path: `/webhook/made-up-${from + index}`,
      isGet: false,
      matters: true,
    }));
    await stubOf(facts).learnAnswers(answers);
  }
  expect((await rowsOf(facts)).paths).toBe(COUNTED_PATHS);
  const isRefused = async (number: number) =>
    (await hold(facts, { path: `/webhook/made-up-${number}` })).answer.kind === 'refused';
  const [oldest, newest] = [PATHS - COUNTED_PATHS, PATHS - 1];
  await advance(facts, HOUR_MS);
  // Updating a known path evicts no other path.
  await stubOf(facts).learnAnswers([{ path: `/webhook/made-up-${newest}`, isGet: false, matters: false }]);
  expect(await Promise.all([newest, newest - 1, oldest, oldest - 1].map(isRefused))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('deletes the file of a large body that did not fit', async () => {
  const facts = withExecutions(1);
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const body = new Uint8Array(2 * INLINE_BODY_BYTES);
  const sent = await runInDurableObject(stubOf(facts), async (object) => {
    for (let left = MIN_BOUND - 1; left > 0; left -= 1) await object.hold(webhook());
    // Both arrive when there is room for one: their files are stored before the first has its row.
    const requests = [webhook({ body }), webhook({ body })];
    const answers = await Promise.all(requests.map((request) => object.hold(request)));
    return answers.map(({ kind }, index) => ({ kind, id: requests[index]?.id ?? '' }));
  });
  expect(sent.map(({ kind }) => kind).sort()).toEqual(['held', 'refused']);
  const held = sent.filter(({ kind }) => kind === 'held').map(({ id }) => id);
  const prefix = `held/${facts.workspaceId}/`;
  await soon(async () => {
    await advance(facts, 11 * MINUTE_MS);
    const { objects } = await env.BACKUPS.list({ prefix });
    expect(objects.map(({ key }) => key.slice(prefix.length))).toEqual(held);
  });
});
