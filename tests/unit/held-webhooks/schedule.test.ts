import { expect, test } from 'vitest';
import { INLINE_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { HeldWorld } from './held-world.ts';

const REAL = '/webhook/real';
const STUCK = '/webhook/stuck';
const ran: AttemptOutcome = { kind: 'answered', status: 200 };

/** A world whose stuck path is tried every quarter of an hour. */
async function worldWithStuckPath(): Promise<HeldWorld> {
  const world = new HeldWorld();
  world.answer = ({ path }) => (path === STUCK ? { kind: 'blocked' } : ran);
  await world.send('stuck', STUCK);
  await world.comeOnline();
  await world.pass(HOUR_MS);
  return world;
}

test('an alarm that could not be set stops neither this replay nor the next one', async () => {
  const world = new HeldWorld();
  for (const id of ['a', 'b']) {
    await world.send(id, REAL);
    world.storage.alarmFailures = 2;
    await world.comeOnline();
    expect(world.states()[id]).toBe('replayed');
    world.goDown();
  }
});

test('a turn that ended in an error continues after half a minute, not after the delay of another path', async () => {
  const world = await worldWithStuckPath();
  world.goDown();
  await world.send('a', REAL);
  const { db } = world.storage;
  db.exec(`CREATE TRIGGER failing BEFORE UPDATE OF attempts ON held_requests WHEN NEW.id = 'a'
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  await world.comeOnline();
  await world.pass(MINUTE_MS);
  expect(world.states()).toEqual({ a: 'waiting', stuck: 'waiting' });
  db.exec('DROP TRIGGER failing');
  await world.pass(MINUTE_MS);
  expect(world.states()).toEqual({ a: 'replayed', stuck: 'waiting' });
});

test('a turn that always ends in an error is repeated at most twice a minute', async () => {
  const world = await worldWithStuckPath();
  world.storage.db.exec(`CREATE TRIGGER failing BEFORE UPDATE OF attempts ON held_requests
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  world.answer = () => ran;
  await world.pass(30 * MINUTE_MS);
  expect(world.ran.length).toBeGreaterThan(1);
  expect(world.ran.length).toBeLessThanOrEqual(60);
});

test('the next file is sent if people drop the one that waited before it', async () => {
  const world = new HeldWorld();
  const large = new Uint8Array(INLINE_BODY_BYTES + 1);
  const sent = Promise.withResolvers<AttemptOutcome>();
  world.answer = ({ path }) => (path === '/webhook/a' ? sent.promise : ran);
  for (const path of ['/webhook/a', '/webhook/b', '/webhook/c']) await world.send(path, path, large);
  await world.comeOnline();
  await world.held.drop({ accountId: '', ids: ['/webhook/b'] });
  sent.resolve(ran);
  await world.rest();
  expect(world.states()).toEqual({
    '/webhook/a': 'replayed',
    '/webhook/b': 'dropped',
    '/webhook/c': 'replayed',
  });
});

/** A workspace that runs with an open gate and a paused replay, in front of one waiting request. */
async function pausedWorld(): Promise<HeldWorld> {
  const world = new HeldWorld();
  await world.send('a', REAL);
  await world.held.choose({ accountId: '', paused: true, order: 'straight_on' });
  await world.comeOnline();
  expect(await world.send('b', REAL)).toBe('ran');
  return world;
}

const PAUSED: Array<[title: string, change: (world: HeldWorld) => Promise<unknown>]> = [
  [
    'the order changes, and its call fails',
    async (world) => {
      world.gateFailures = 1;
      await world.held.choose({ accountId: '', order: 'behind' });
    },
  ],
  [
    'the order changes, and calls fail for minutes',
    async (world) => {
      world.gateFailures = 15;
      await world.held.choose({ accountId: '', order: 'behind' });
    },
  ],
  [
    'the order changes, and the object dies before its call',
    async (world) => {
      world.beforeGate = new Promise(() => {});
      await world.held.choose({ accountId: '', order: 'behind' });
      await world.evict();
      world.beforeGate = undefined;
    },
  ],
  [
    'a webhook is held, and both of its calls fail',
    async (world) => {
      await world.held.choose({ accountId: '', order: 'behind' });
      await world.held.drop({ accountId: '', ids: ['a'] });
      await world.rest();
      expect(world.closed).toEqual([]);
      world.gateFailures = 2;
      await world.hold('c', REAL, new Uint8Array(1), 'blocked');
    },
  ],
  [
    'the pause and the order come during a replay, and its calls fail',
    async (world) => {
      const sent = Promise.withResolvers<AttemptOutcome>();
      world.answer = () => sent.promise;
      await world.held.choose({ accountId: '', paused: false });
      await world.rest();
      world.gateFailures = 3;
      await world.held.choose({ accountId: '', paused: true, order: 'behind' });
      sent.resolve({ kind: 'blocked' });
      await world.rest();
    },
  ],
];

test.each(PAUSED)('the gate of a paused queue ends up closed when %s', async (_title, change) => {
  const world = await pausedWorld();
  await change(world);
  await world.rest();
  expect(world.closed).toEqual([]);
  await world.pass(5 * MINUTE_MS);
  expect(world.closed).toEqual([REAL]);
  const { gateCalls } = world;
  await world.pass(HOUR_MS);
  expect(world.gateCalls).toBe(gateCalls);
});

test('no alarm is due for a paused queue of a workspace that does not run', async () => {
  const world = await pausedWorld();
  world.gateFailures = 1;
  await world.held.choose({ accountId: '', order: 'behind' });
  world.goDown();
  await world.pass(HOUR_MS);
  expect(world.gateCalls).toBeLessThan(4);
});
