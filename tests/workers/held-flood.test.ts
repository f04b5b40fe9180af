import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INLINE_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { breakCluster } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { hold, listHeld, webhook } from './support/held.ts';
import { advance, factsOf, MINUTE_MS, sendFacts, stubOf, unwrap } from './support/workspace.ts';

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
  expect([list.paths.length, list.totalPaths, list.requests.length]).toEqual([100, BOUND, 50]);
  const older = await listHeld(facts, { cursor: list.nextCursor ?? '' });
  const seen = [...list.requests, ...older.requests].map(({ id }) => id);
  expect(new Set(seen).size).toBe(100);
  // Other workspaces' queues are unaffected.
  const other = factsOf();
  await sendFacts(other);
  expect((await hold(other, { path: known })).answer.kind).toBe('held');
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
