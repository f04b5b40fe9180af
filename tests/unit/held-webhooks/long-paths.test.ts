import { describe, expect, test } from 'vitest';
import { MAX_USUAL_PATH_CHARACTERS, MAX_WAITING_CHARACTERS } from '#app/domain/held-webhooks/bounds.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import { storageOf } from '#tests/lifecycle/held/sqlite.ts';
import { HeldWorld } from './held-world.ts';

const PATHS = 10_000;
const CHARACTERS = 8_000;

const longPath = (number: number) => `/webhook/${String(number).padEnd(CHARACTERS - 9, 'x')}`;

/** A world whose plan holds all of them, as far as their number goes. */
function largeWorld(): HeldWorld {
  const world = new HeldWorld();
  const { facts } = world;
  world.change({ facts: { ...facts, limits: { ...facts.limits, monthlyExecutions: 50_000 } } });
  return world;
}

/** Inserts waiting requests as an older deployment did, which had no bound on their paths. */
function insertWaiting(world: HeldWorld, paths: readonly string[]): void {
  const insert = world.storage.db.prepare(
    `INSERT INTO held_requests (id, path, method, content, has_file, size, received_at, sender, why)
     VALUES (?, ?, 'POST', ?, 0, 1, ?, '::1', 'starting')`,
  );
  const head = Buffer.from(JSON.stringify({ search: '', headers: [], hasBody: true }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.byteLength);
  const content = Buffer.concat([length, head, Buffer.from('1')]);
  for (const [number, path] of paths.entries()) insert.run(`old-${number}`, path, content, world.now);
}

const listOf = (world: HeldWorld, filter: { path?: string; cursor?: string } = {}) =>
  world.held.list(world.state, { accountId: '', ...filter });

/** Drops everything as the screen does, page by page. @returns how many. */
async function dropAll(world: HeldWorld): Promise<number> {
  let dropped = 0;
  for (;;) {
    const { paths } = listOf(world);
    const waiting = paths.filter((path) => path.waiting > 0);
    if (waiting.length === 0) return dropped;
    for (const { path } of waiting) {
      const result = await world.held.drop({ accountId: '', path });
      if (result.ok) dropped += result.value.count;
    }
  }
}

describe('requests with paths of 8,000 characters', () => {
  test('the oldest are held until their paths fill their memory; usual paths still have room', async () => {
    const world = largeWorld();
    const answers: Record<string, number> = {};
    for (let number = 0; number < PATHS; number += 1) {
      const answer = await world.send(`long-${number}`, longPath(number));
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
    const fitting = Math.floor(MAX_WAITING_CHARACTERS / 2 / CHARACTERS);
    expect(answers).toEqual({ held: fitting, 'refused full': PATHS - fitting });
    expect(await world.send('oldest again', longPath(0))).toBe('held');
    expect(await world.send('newest again', longPath(PATHS - 1))).toBe('refused full');
    expect(await world.send('other', '/webhook/other')).toBe('held');

    const list = listOf(world);
    expect([list.paths.length, list.totalPaths, list.totals.waiting]).toEqual([
      100,
      fitting + 1,
      fitting + 2,
    ]);
    expect(listOf(world, { path: longPath(0) }).paths).toMatchObject([{ waiting: 2 }]);
    await world.evict();
    expect(await world.send('newest again', longPath(PATHS - 1))).toBe('refused full');
    expect(await dropAll(world)).toBe(fitting + 2);
    expect(await world.send('newest again', longPath(PATHS - 1))).toBe('held');
  });

  test('usual paths fill the rest, up to the whole memory', async () => {
    const world = largeWorld();
    const path = (number: number) => `/webhook/${String(number).padEnd(MAX_USUAL_PATH_CHARACTERS - 9, 'x')}`;
    const fitting = MAX_WAITING_CHARACTERS / MAX_USUAL_PATH_CHARACTERS;
    for (let number = 0; number < fitting; number += 1)
      expect(await world.send(`usual-${number}`, path(number))).toBe('held');
    expect(await world.send('one more', path(fitting))).toBe('refused full');
  });

  test('one path of 8,000 characters counts its bytes with each request', async () => {
    const world = new HeldWorld();
    for (let number = 0; number < 10; number += 1) await world.send(`long-${number}`, longPath(0));
    expect(listOf(world).totals.bytes).toBeGreaterThan(10 * CHARACTERS);
    await world.held.drop({ accountId: '', path: longPath(0) });
    expect(listOf(world).totals.bytes).toBe(0);
  });

  test('share one counter on the screen', async () => {
    const world = largeWorld();
    for (let number = 0; number < 10; number += 1) await world.send(`long-${number}`, longPath(number));
    const { db } = world.storage;
    expect(db.prepare('SELECT path, arrived, held FROM held_hours').all()).toEqual([
      { path: '*', arrived: 10, held: 10 },
    ]);
  });
});

describe('rows of an older deployment, with more than the paths’ memory', () => {
  const paths = Array.from({ length: 2_000 }, (_, number) => longPath(number));

  test('the object reads a part, and refuses what would wait behind the rest', async () => {
    const world = largeWorld();
    insertWaiting(world, [...paths, '/webhook/z']);
    await world.evict();
    const queues = heldRows(storageOf(world.storage.db, () => true)).queues();
    expect(queues.all.list().join('').length).toBeLessThanOrEqual(MAX_WAITING_CHARACTERS);
    expect(await world.send('new', '/webhook/z')).toBe('refused full');
    expect(listOf(world)).toMatchObject({ totalPaths: 2_001, totals: { waiting: 2_001 } });
    expect(await dropAll(world)).toBe(2_001);
    expect(await world.send('new', '/webhook/z')).toBe('held');
  });

  test('all of them are replayed, and the gate stays closed until then', async () => {
    const world = largeWorld();
    insertWaiting(world, [...paths, '/webhook/z']);
    await world.evict();
    const atFirst: unknown[] = [];
    world.answer = () => {
      if (atFirst.length === 0) atFirst.push(world.closed);
      return { kind: 'answered', status: 200 };
    };
    await world.comeOnline();
    expect(atFirst).toEqual(['all']);
    await world.pass(20 * MINUTE_MS);
    expect(new Set(world.ran).size).toBe(2_001);
    expect(world.ran).toHaveLength(2_001);
    expect(world.closed).toEqual([]);
    expect(await world.send('next', '/webhook/z')).toBe('ran');
  });

  test('a due request beyond the part wakes the object twice a minute, not in a loop', async () => {
    const world = largeWorld();
    insertWaiting(world, [...paths, '/webhook/z']);
    world.storage.db.exec("UPDATE held_requests SET next_at = 0 WHERE path = '/webhook/z'");
    await world.evict();
    world.answer = () => ({ kind: 'not-registered' });
    await world.comeOnline();
    const before = world.gateCalls;
    await world.pass(5 * MINUTE_MS);
    expect(world.gateCalls - before).toBeLessThan(5 * 60);
  });
});
