import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INLINE_BODY_BYTES, MAX_BODY_BYTES, MAX_HEAD_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { breakCluster, processEnded } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { findHeld, hold, listCounted, listHeld } from './support/held.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  sendFacts,
  stubOf,
  unwrap,
  viewWith,
} from './support/workspace.ts';

const bytes = (size: number) => new Uint8Array(size).fill(7);

async function sha256(body: Uint8Array | null): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(body ?? []));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

test('holds while the workspace starts, then replays in order for each path, once', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const paths = ['/webhook/counted/a', '/webhook/counted/b', '/webhook/counted/c'];
  const sent = [];
  for (let round = 0; round < 4; round += 1) {
    for (const path of paths) sent.push(await hold(facts, { path, search: `?round=${round}` }));
  }
  expect(sent.map(({ answer }) => answer.kind)).toEqual(sent.map(() => 'held'));
  expect((await listHeld(facts)).totals).toMatchObject({ waiting: 12, replayed: 0 });
  expect((await listHeld(facts)).requests[0]).toMatchObject({ why: 'starting', state: 'waiting' });

  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 12 }));
  const ran = await listCounted(facts);
  expect(ran).toHaveLength(12);
  for (const path of paths) {
    const expected = sent.filter((request) => request.path === path).map(({ id, search }) => [id, search]);
    const ofPath = ran.filter((line) => line.path === path);
    expect(ofPath.map(({ heldId, search }) => [heldId, search])).toEqual(expected);
    for (const line of ofPath) {
      expect(line.idempotencyKey).toBe(line.heldId);
      expect(Date.parse(line.heldAt ?? '')).toBeGreaterThan(0);
    }
  }
  // A replayed request's content is deleted immediately; its list entry stays for a while.
  const [replayed] = (await listHeld(facts, { state: 'replayed' })).requests;
  expect(replayed).toMatchObject({ hasContent: false, lastStatus: 200, attempts: 1 });
});

test('keeps bodies of each size unchanged: 0, 64 kB, 16 MB, binary; larger ones and larger headers are refused', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const sizes = [0, 1, INLINE_BODY_BYTES - 1, INLINE_BODY_BYTES, INLINE_BODY_BYTES + 1, MAX_BODY_BYTES];
  const sent = [];
  for (const size of sizes) {
    const body = size < INLINE_BODY_BYTES ? crypto.getRandomValues(new Uint8Array(size)) : bytes(size);
    sent.push(await hold(facts, { path: `/webhook/counted/${size}`, body }));
  }
  expect(sent.map(({ answer }) => answer.kind)).toEqual(sent.map(() => 'held'));
  const tooLarge = await hold(facts, { body: null, size: MAX_BODY_BYTES + 1 });
  expect(tooLarge.answer).toEqual({
    kind: 'refused',
    why: 'too-large',
    reason: 'starting',
    retryAfterSeconds: null,
  });
  // What remains is the path's, and the header's name.
  const header = await hold(facts, { headers: [['x-large', 'x'.repeat(MAX_HEAD_BYTES - 100)]] });
  expect(header.answer.kind).toBe('held');
  const headers = await hold(facts, { headers: [['x-large', 'x'.repeat(MAX_HEAD_BYTES)]] });
  expect(headers.answer).toMatchObject({ kind: 'refused', why: 'too-large' });
  const { keys } = await filesOf(facts.workspaceId);
  expect(keys).toHaveLength(2);

  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals.waiting).toBe(0));
  const ran = await listCounted(facts);
  for (const { id, body } of sent) {
    const line = ran.find(({ heldId }) => heldId === id);
    expect([line?.bytes, line?.sha256]).toEqual([body?.byteLength, await sha256(body)]);
  }
  expect(ran.map(({ heldId }) => heldId)).toContain(header.id);
  await soon(async () => {
    await advance(facts, 11 * MINUTE_MS);
    expect((await filesOf(facts.workspaceId)).keys).toEqual([]);
  });
});

test('storage contains no readable part of a held request, and secrets are masked', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const secret = 'the-secret-of-the-sender';
  const { id } = await hold(facts, {
    search: `?token=${secret}&page=2`,
    headers: [
      ['authorization', `Bearer ${secret}`],
      ['x-hub-signature-256', secret],
      ['idempotency-key', 'order-1'],
      ['content-type', 'text/plain'],
    ],
    body: new TextEncoder().encode(secret),
  });
  const stored = await runInDurableObject(stubOf(facts), (_object, { storage }) =>
    JSON.stringify(storage.sql.exec('SELECT * FROM held_requests').toArray(), (_key, value: unknown) =>
      value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
    ),
  );
  expect(stored).toContain(id);
  expect(stored).not.toContain(secret);
  const shown = await findHeld(facts, id);
  expect(shown.body).toEqual({ encoding: 'text', content: secret, isCut: false });
  expect(JSON.stringify({ ...shown, body: null })).not.toContain(secret);
  expect(shown.query).toContainEqual({ name: 'page', value: '2', isMasked: false });
  expect(shown.headers).toContainEqual({ name: 'idempotency-key', value: 'order-1', isMasked: false });
});

test('another account finds, replays and drops nothing', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const { id } = await hold(facts);
  const accountId = 'acc_other';
  const notFound = { ok: false, code: 'held_request_not_found' };
  expect(await stubOf(facts).findHeld({ accountId, id })).toEqual(notFound);
  expect(await stubOf(facts).replayHeld({ accountId, ids: [id] })).toEqual(notFound);
  expect(await stubOf(facts).dropHeld({ accountId, ids: [id] })).toEqual(notFound);
  expect(await stubOf(facts).dropHeld({ accountId, path: '/webhook/counted/a' })).toEqual(notFound);
  expect(await stubOf(facts).listHeld({ accountId })).toEqual({ ok: false, code: 'workspace_not_found' });
  expect(await stubOf(facts).setHeldChoice({ accountId, paused: true })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  const own = { accountId: facts.accountId };
  expect(await stubOf(facts).dropHeld({ ...own, ids: [id, 'hld_none'] })).toEqual(notFound);
  expect((await listHeld(facts)).totals).toMatchObject({ waiting: 1, dropped: 0 });
  expect(await stubOf(facts).dropHeld({ ...own, ids: [id] })).toEqual({ ok: true, value: { count: 1 } });
  expect(await stubOf(facts).replayHeld({ ...own, ids: [id] })).toEqual({
    ok: false,
    code: 'held_content_gone',
  });
});

test('drops of a path what a page showed, and nothing that came later', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const path = '/webhook/orders';
  const shown = await hold(facts, { path });
  const { now: until } = await listHeld(facts);
  while (Date.now() <= until) await scheduler.wait(1);
  const later = await hold(facts, { path });
  const { accountId } = facts;
  expect(await stubOf(facts).dropHeld({ accountId, path, until })).toEqual({ ok: true, value: { count: 1 } });
  expect((await listHeld(facts)).requests.map(({ id, state }) => [id, state])).toEqual([
    [later.id, 'waiting'],
    [shown.id, 'dropped'],
  ]);
  // Of a caller of the API, which names no instant.
  expect(await stubOf(facts).dropHeld({ accountId, path })).toEqual({ ok: true, value: { count: 1 } });
});

test('recognizes a workflow’s answer: a failed one stays', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  for (const status of [200, 302, 404, 500]) await hold(facts, { path: `/webhook/answer/${status}` });
  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals.waiting).toBe(0));
  const { requests, totals } = await listHeld(facts);
  expect(
    requests.map(({ path, state, failure, lastStatus, attempts }) => [
      path,
      state,
      failure,
      lastStatus,
      attempts,
    ]),
  ).toEqual([
    ['/webhook/answer/500', 'failed', 'workflow_failed', 500, 1],
    ['/webhook/answer/404', 'failed', 'refused', 404, 1],
    ['/webhook/answer/302', 'replayed', null, 302, 1],
    ['/webhook/answer/200', 'replayed', null, 200, 1],
  ]);
  expect(totals).toMatchObject({ failed: 2, replayed: 2 });
});

test('people replay a failed request after they repaired its workflow: it runs again, once', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const { id } = await hold(facts, { path: '/webhook/repaired' });
  await comeOnline(facts);
  await soon(async () => expect((await findHeld(facts, id)).failure).toBe('workflow_failed'));
  const replay = () => stubOf(facts).replayHeld({ accountId: facts.accountId, ids: [id] });
  expect(await Promise.all([replay(), replay()])).toEqual([
    { ok: true, value: { count: 1 } },
    { ok: true, value: { count: 1 } },
  ]);
  await soon(async () =>
    expect(await findHeld(facts, id)).toMatchObject({ state: 'replayed', attempts: 2, lastStatus: 200 }),
  );
});

test('sets a request aside that kills the workspace five times, and continues with the others', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const { id } = await hold(facts, { path: '/webhook/die' });
  const after = await hold(facts, { path: '/webhook/die-not' });
  const other = await hold(facts);
  await comeOnline(facts);
  await soon(async () => {
    await advance(facts, 2 * MINUTE_MS);
    const found = await findHeld(facts, id);
    expect([found.state, found.failure]).toEqual(['failed', 'poison']);
  });
  expect((await findHeld(facts, id)).attempts).toBeGreaterThanOrEqual(5);
  await soon(async () => {
    await advance(facts, MINUTE_MS);
    expect(await findHeld(facts, other.id)).toMatchObject({ state: 'replayed' });
  });
  // The workspace was just killed.
  await soon(async () => {
    const ran = await listCounted(facts);
    expect(ran.filter(({ heldId }) => heldId === other.id)).toHaveLength(1);
  });
  expect((await findHeld(facts, after.id)).attempts).toBeGreaterThanOrEqual(1);
});

test('at the limit the oldest stay and the newest is refused, until the time is over', async () => {
  const facts = factsOf({ limits: { ...factsOf().limits, monthlyExecutions: 1 } });
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const body = bytes(MAX_BODY_BYTES);
  const answers = [];
  // 1,000 requests of 64 kB are 64 MB: three of 16 MB fit, and a fourth that exceeds the rest does not.
  for (let count = 0; count < 4; count += 1) answers.push((await hold(facts, { body })).answer.kind);
  expect(answers).toEqual(['held', 'held', 'held', 'refused']);
  const first = (await listHeld(facts)).requests.at(-1);
  expect(first).toMatchObject({ state: 'waiting' });

  await advance(facts, 72 * HOUR_MS + MINUTE_MS);
  await soon(async () => {
    expect(await findHeld(facts, first?.id ?? '')).toMatchObject({
      state: 'failed',
      failure: 'expired',
      hasContent: false,
      body: null,
    });
  });
  expect((await hold(facts)).answer.kind).toBe('held');
  await advance(facts, 74 * HOUR_MS);
  await soon(async () => {
    const gone = await stubOf(facts).findHeld({ accountId: facts.accountId, id: first?.id ?? '' });
    expect(gone).toEqual({ ok: false, code: 'held_request_not_found' });
  });
});

test('a path whose answer matters is not held, unless its owner chose so', async () => {
  const facts = factsOf();
  const { accountId } = facts;
  await sendFacts(facts);
  await breakCluster(facts.name, 'crash-loop');
  const path = '/webhook/asks';
  await stubOf(facts).learnAnswers([{ path, isGet: false, matters: true }]);
  const refused = { kind: 'refused', why: 'answers-itself', reason: 'starting', retryAfterSeconds: 5 };
  expect((await hold(facts, { path })).answer).toEqual(refused);
  // The answers to a GET are others.
  expect((await hold(facts, { path, method: 'GET' })).answer.kind).toBe('held');
  unwrap(await stubOf(facts).setHeldChoice({ accountId, path: { path, choice: 'hold' } }));
  expect((await hold(facts, { path })).answer.kind).toBe('held');
  unwrap(await stubOf(facts).setHeldChoice({ accountId, path: { path, choice: 'answer' } }));
  expect((await hold(facts, { path })).answer).toEqual(refused);
  unwrap(await stubOf(facts).setHeldChoice({ accountId, path: { path, choice: 'learn' } }));
  // What an isolate reports within an hour is of one that saw other answers.
  await advance(facts, HOUR_MS);
  await stubOf(facts).learnAnswers([{ path, isGet: false, matters: false }]);
  expect((await hold(facts, { path })).answer.kind).toBe('held');
  const [listed] = (await listHeld(facts)).paths;
  expect(listed).toMatchObject({ path, waiting: 3, answerMatters: false, choice: 'learn' });
  expect(listed?.hours).toMatchObject([
    { arrived: 4, held: 2, refused: 2, replayed: 0, failed: 0 },
    { arrived: 1, held: 1, refused: 0, replayed: 0, failed: 0 },
  ]);
});

test('paused, the queue waits and grows; resumed, it is replayed', async () => {
  const facts = factsOf();
  const { accountId } = facts;
  await sendFacts(facts);
  unwrap(await stubOf(facts).setHeldChoice({ accountId, paused: true }));
  await hold(facts);
  await comeOnline(facts);
  const behind = await hold(facts, { signal: 'gate-closed' });
  expect(behind.answer.kind).toBe('held');
  const free = await hold(facts, { path: '/webhook/counted/free', signal: 'gate-closed' });
  expect(free.answer).toEqual({ kind: 'forward' });
  await advance(facts, 10 * MINUTE_MS);
  expect((await listHeld(facts)).totals.waiting).toBe(2);
  unwrap(await stubOf(facts).setHeldChoice({ accountId, paused: false }));
  await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 2 }));
});

test('a queue survives an eviction and the end of the trial, and an upgrade releases it', async () => {
  const facts = factsOf({ entitlement: { kind: 'trial', endsAt: Date.now() + HOUR_MS } });
  await bringOnline(facts);
  await advance(facts, HOUR_MS + MINUTE_MS);
  await viewWith(facts, { notice: 'trial_ended' });
  await processEnded(facts.name);
  const { answer } = await hold(facts);
  expect(answer).toMatchObject({ kind: 'held' });
  await evictDurableObject(stubOf(facts));
  const paid = later(facts, { entitlement: { kind: 'active' } });
  await sendFacts(paid);
  await comeOnline(paid);
  await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 1 }));
  expect(await listCounted(facts)).toHaveLength(1);
});

async function filesOf(workspaceId: string): Promise<{ keys: string[] }> {
  const { objects } = await env.BACKUPS.list({ prefix: `held/${workspaceId}/` });
  return { keys: objects.map(({ key }) => key) };
}
