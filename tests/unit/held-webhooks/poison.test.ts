import { describe, expect, test } from 'vitest';
import { type AttemptOutcome, MAX_BREAKS } from '#app/domain/held-webhooks/replay.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { HeldWorld } from './held-world.ts';

const POISON = '/webhook/poison';
const REAL = '/webhook/real';
const ran: AttemptOutcome = { kind: 'answered', status: 200 };
const broken: AttemptOutcome = { kind: 'broken' };
const unanswered: AttemptOutcome = { kind: 'unanswered' };
const DEADLINE_MS = 100 * SECOND_MS;

/** A world whose process ends when it runs the poison, with a request on each path. */
async function worldWith(run: (world: HeldWorld) => AttemptOutcome) {
  const world = new HeldWorld();
  let runs = 0;
  world.answer = ({ path }) => {
    if (path !== POISON) return ran;
    runs += 1;
    return run(world);
  };
  for (const path of [POISON, REAL]) await world.send(path, path);
  return { world, runs: () => runs };
}

/** A day in which the cluster replaces an ended process after three minutes, and the object notices that it is ready. */
async function passDay(world: HeldWorld, onReplaced: () => void = () => {}) {
  for (let passed = 0; passed < DAY_MS; passed += 3 * MINUTE_MS) {
    await world.pass(3 * MINUTE_MS);
    onReplaced();
    if (world.state.phase.kind === 'pending') await world.recover();
    else world.gateFailures = 0;
  }
}

/**
 * A world whose process runs the poison without an answer, and refuses it while it runs.
 * @param takesMs how long each run keeps the sender waiting.
 * @returns the world with the number of runs, and a function that ends the process.
 */
async function worldWithUnanswered(takesMs = 0) {
  let isRunning = false;
  let runs = 0;
  const { world } = await worldWith(() => ran);
  world.answer = ({ path }) => {
    if (path !== POISON) return ran;
    if (isRunning) return { kind: 'in-progress' };
    isRunning = true;
    runs += 1;
    world.now += takesMs;
    return unanswered;
  };
  const endProcess = () => {
    isRunning = false;
    world.loseProcess();
  };
  return { world, runs: () => runs, endProcess };
}

describe('a request that ends the process is set aside after five runs, and the others run', () => {
  test('if another webhook finds the process not ready before the connection breaks', async () => {
    const { world, runs } = await worldWith((process) => {
      process.loseProcess();
      return broken;
    });
    await world.comeOnline();
    await passDay(world);
    expect(runs()).toBe(MAX_BREAKS);
    expect(world.states()).toEqual({ [POISON]: 'failed poison', [REAL]: 'replayed' });
  });

  test.for([
    ['and a webhook finds it not ready', (world: HeldWorld) => world.loseProcess()],
    ['and nothing notices it', () => {}],
  ] as const)('if it stops responding until the deadline, %s', async ([, notice]) => {
    const { world, runs } = await worldWith((process) => {
      process.now += DEADLINE_MS;
      process.gateFailures = Number.POSITIVE_INFINITY;
      notice(process);
      return unanswered;
    });
    await world.comeOnline();
    await passDay(world);
    expect(runs()).toBe(MAX_BREAKS);
    expect(world.states()).toEqual({ [POISON]: 'failed poison', [REAL]: 'replayed' });
  });

  test('if it responds until the deadline and ends later: the sixth run shows the fifth end', async () => {
    const { world, runs, endProcess } = await worldWithUnanswered(DEADLINE_MS);
    await world.comeOnline();
    await passDay(world, endProcess);
    expect(runs()).toBe(MAX_BREAKS + 1);
    expect(world.states()).toEqual({ [POISON]: 'failed poison', [REAL]: 'replayed' });
  });

  test('also if the object is evicted after each run', async () => {
    const { world, runs, endProcess } = await worldWithUnanswered();
    await world.comeOnline();
    for (let hour = 0; hour < 24; hour += 1) {
      await world.evict();
      endProcess();
      await world.recover();
      await world.pass(60 * MINUTE_MS);
    }
    expect(runs()).toBe(MAX_BREAKS + 1);
    expect(world.states()[POISON]).toBe('failed poison');
  });
});

describe('no break of the connection is counted', () => {
  test('for a flow that is slower than the deadline, however slow it is', async () => {
    const { world, runs } = await worldWith(() => unanswered);
    await world.comeOnline();
    world.answer = () => ({ kind: 'in-progress' });
    await world.pass(20 * MINUTE_MS);
    expect([runs(), world.triesOf(POISON).breaks]).toEqual([1, 0]);
    world.answer = () => ran;
    await world.pass(20 * MINUTE_MS);
    expect(world.states()[POISON]).toBe('replayed');
  });

  test('for a restart or an update during the replay, only an attempt', async () => {
    const { world, runs } = await worldWith((process) => {
      process.restart();
      return broken;
    });
    for (let restart = 1; restart <= 2 * MAX_BREAKS; restart += 1) {
      await world.comeOnline();
      expect(world.triesOf(POISON)).toEqual({ tries: restart, breaks: 0 });
    }
    expect(runs()).toBe(2 * MAX_BREAKS);
    world.answer = () => ran;
    await world.comeOnline();
    expect(world.states()).toEqual({ [POISON]: 'replayed', [REAL]: 'replayed' });
  });

  test('for a restart during a flow that was slower than the deadline', async () => {
    const { world } = await worldWith(() => unanswered);
    for (let restart = 0; restart < 2 * MAX_BREAKS; restart += 1) {
      await world.comeOnline();
      world.restart();
    }
    expect(world.triesOf(POISON)).toEqual({ tries: 2 * MAX_BREAKS, breaks: 0 });
  });

  test('for an attempt that never reached the process, which does not count', async () => {
    const { world } = await worldWith(() => ({ kind: 'unreachable' }));
    await world.comeOnline();
    await world.pass(DAY_MS);
    expect(world.triesOf(POISON)).toEqual({ tries: 0, breaks: 0 });
  });

  test('for a connection that failed in front of the process, only an attempt', async () => {
    const { world } = await worldWith(() => ({ kind: 'disconnected' }));
    await world.comeOnline();
    await world.pass(MINUTE_MS);
    expect(world.triesOf(POISON).breaks).toBe(0);
    expect(world.triesOf(POISON).tries).toBeGreaterThan(0);
  });
});

test('a request beside a poison on another path is not set aside with it, also if the object is evicted', async () => {
  const world = new HeldWorld();
  let running: Array<{ path: string; end: (outcome: AttemptOutcome) => void }> = [];
  world.answer = ({ path }) => new Promise((end) => running.push({ path, end }));
  for (const id of ['a', 'b']) await world.send(id, REAL);
  await world.send('poison', POISON);
  await world.comeOnline();
  let mostBreaks = 0;
  for (let passed = 0; passed < 30 * MINUTE_MS; passed += 5 * SECOND_MS) {
    await world.pass(5 * SECOND_MS);
    // The poison ends the process before it has answered the other request.
    const isCrash = running.some(({ path }) => path === POISON);
    for (const { end } of running) end(isCrash ? broken : ran);
    running = [];
    await world.rest();
    mostBreaks = Math.max(mostBreaks, world.triesOf('a').breaks, world.triesOf('b').breaks);
    await world.evict();
  }
  expect(world.states()).toEqual({ a: 'replayed', b: 'replayed', poison: 'failed poison' });
  expect(mostBreaks).toBe(1);
});
