import { expect, test } from 'vitest';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { HeldWorld } from './held-world.ts';

const REAL = '/webhook/real';
const ran: AttemptOutcome = { kind: 'answered', status: 200 };
const notRegistered: AttemptOutcome = { kind: 'not-registered' };

/** The answers to one request after another. */
function answerWith(world: HeldWorld, ...outcomes: AttemptOutcome[]): void {
  world.answer = () => outcomes.shift() ?? ran;
}

/** A request that was tried once, to no effect. */
async function triedOnce(): Promise<HeldWorld> {
  const world = new HeldWorld();
  answerWith(world, notRegistered);
  await world.send('a', REAL);
  await world.comeOnline();
  expect(world.triesOf('a').tries).toBe(1);
  return world;
}

test.for<[string, (world: HeldWorld) => Promise<void>]>([
  [
    'was down',
    async (world) => {
      world.goDown();
      await world.pass(30 * HOUR_MS);
      answerWith(world, notRegistered);
      await world.comeOnline();
    },
  ],
  [
    'was down, and the start was not the last',
    async (world) => {
      for (let day = 0; day < 2; day += 1) {
        world.goDown();
        await world.pass(30 * HOUR_MS);
        answerWith(world, { kind: 'unreachable' }, notRegistered);
        await world.comeOnline();
      }
    },
  ],
  [
    'was down and the replay paused, also beyond the start',
    async (world) => {
      world.goDown();
      await world.held.choose({ accountId: '', paused: true });
      await world.pass(15 * HOUR_MS);
      await world.comeOnline();
      await world.pass(15 * HOUR_MS);
      answerWith(world, { kind: 'blocked' });
      await world.held.choose({ accountId: '', paused: false });
      await world.rest();
    },
  ],
  [
    'could not be reached, and the object noticed nothing else',
    async (world) => {
      world.gateFailures = Number.POSITIVE_INFINITY;
      await world.pass(30 * HOUR_MS);
      world.gateFailures = 0;
      answerWith(world, { kind: 'blocked' });
      await world.pass(MINUTE_MS);
    },
  ],
  [
    'had no executions left',
    async (world) => {
      world.answer = () => ({ kind: 'unavailable' });
      await world.pass(30 * HOUR_MS);
      answerWith(world, { kind: 'blocked' });
      await world.pass(MINUTE_MS);
    },
  ],
])('a request is not given up for the time in which the workspace %s', async ([, pass]) => {
  const world = await triedOnce();
  await pass(world);
  await world.pass(15 * MINUTE_MS);
  expect(world.states()).toEqual({ a: 'replayed' });
});

test('a request is given up after a day of attempts, however often the workspace restarts meanwhile', async () => {
  const world = new HeldWorld();
  world.answer = () => ({ kind: 'blocked' });
  await world.send('a', REAL);
  for (let hour = 1; hour <= 25; hour += 1) {
    await world.comeOnline();
    await world.pass(HOUR_MS);
    // The delay that a stop interrupts counts as well, up to a quarter of an hour.
    if (hour === 18) expect(world.states()).toEqual({ a: 'waiting' });
    world.goDown();
    await world.pass(HOUR_MS);
  }
  expect(world.states()).toEqual({ a: 'failed gave_up' });
});

test('at the limit of executions, a workspace is asked every five minutes, and immediately after an upgrade', async () => {
  const world = new HeldWorld();
  await world.send('a', REAL);
  await world.comeOnline();
  world.goDown();
  await world.send('b', REAL);
  let calls = 0;
  world.answer = () => {
    calls += 1;
    return { kind: 'unavailable' };
  };
  const { limits } = world.facts;
  const timeframe = new Date(world.now).toISOString().slice(0, 7);
  world.change({ usage: { timeframe, executions: limits.monthlyExecutions, activeWorkflows: 1 } });
  await world.comeOnline();
  await world.pass(HOUR_MS);
  expect(calls).toBeLessThanOrEqual(13);
  // Its process learns of a larger plan a few seconds after the object.
  const more = { ...limits, monthlyExecutions: limits.monthlyExecutions + 1 };
  world.change({ facts: { ...world.facts, limits: more } });
  await world.rest();
  world.answer = () => ran;
  await world.pass(10_000);
  expect(world.states()).toMatchObject({ b: 'replayed' });
});

test('after an upgrade, the pause of the limit delays no request that is held later', async () => {
  const world = new HeldWorld();
  const { limits } = world.facts;
  const timeframe = new Date(world.now).toISOString().slice(0, 7);
  world.answer = () => ({ kind: 'unavailable' });
  await world.send('a', REAL);
  world.change({ usage: { timeframe, executions: limits.monthlyExecutions, activeWorkflows: 1 } });
  await world.comeOnline();
  const more = { ...limits, monthlyExecutions: limits.monthlyExecutions + 1 };
  world.answer = () => ran;
  world.change({ facts: { ...world.facts, limits: more } });
  await world.rest();
  expect(world.states()).toEqual({ a: 'replayed' });
  expect(await world.hold('b', REAL, new Uint8Array(1))).toMatchObject({ kind: 'held' });
  await world.pass(MINUTE_MS);
  expect(world.states()).toEqual({ a: 'replayed', b: 'replayed' });
});
