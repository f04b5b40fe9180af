import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  INLINE_BODY_BYTES,
  MAX_BODY_BYTES,
  retentionMs,
} from '#app/domain/held-webhooks/bounds.ts';
import { type HoldSignal, REGISTRATION_MS } from '#app/domain/held-webhooks/decide-hold.ts';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import { HeldWorld } from './held-world.ts';

const REAL = '/webhook/real';
const ran: AttemptOutcome = { kind: 'answered', status: 200 };
const notRegistered: AttemptOutcome = { kind: 'not-registered' };

/** A webhook as the gateway passes it to the object, apart from its signal. */
const webhook = (id: string, path: string) => ({
  id,
  path,
  method: 'POST',
  search: '',
  headers: [],
  from: '::1',
  size: 1,
  body: new Uint8Array(1),
  signal: 'gate-closed' as HoldSignal,
});
const noView = async () => null;

/** The workflow of one path is switched off. */
const onlyReal = ({ path }: { path: string }) => (path === REAL ? ran : notRegistered);

describe('a webhook that the workspace does not know', () => {
  test('its queue ends as refused ten minutes after the start, and its senders get the 404 again', async () => {
    const world = new HeldWorld();
    world.answer = onlyReal;
    for (const id of ['a', 'b', 'c']) expect(await world.send(id, '/webhook/off')).toBe('held');
    await world.comeOnline();
    await world.pass(REGISTRATION_MS - MINUTE_MS);
    expect(world.states()).toEqual({ a: 'waiting', b: 'waiting', c: 'waiting' });
    expect(await world.send('d', '/webhook/off')).toBe('held');
    await world.evict();
    await world.pass(6 * MINUTE_MS);
    const refused = 'failed refused';
    expect(world.states()).toEqual({ a: refused, b: refused, c: refused, d: refused });
    expect(world.closed).toEqual([]);
    expect(await world.send('e', '/webhook/off')).toBe('deliver');
  });

  test('a request runs if the workspace registers its webhook late', async () => {
    const world = new HeldWorld();
    world.answer = () => notRegistered;
    expect(await world.send('a', REAL)).toBe('held');
    await world.comeOnline();
    await world.pass(4 * MINUTE_MS);
    world.answer = onlyReal;
    await world.pass(6 * MINUTE_MS);
    expect(world.states()).toEqual({ a: 'replayed' });
  });

  test('a path whose queue was dropped forgets that its requests were final: the next has its own ten minutes', async () => {
    const world = new HeldWorld();
    for (const id of ['a', 'b']) await world.send(id, REAL);
    world.answer = ({ id }) => (id === 'a' ? notRegistered : { kind: 'blocked' });
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(world.states()).toEqual({ a: 'failed refused', b: 'waiting' });
    await world.held.drop({ accountId: '', path: REAL });
    // The process restarts in place and n8n has not registered its webhooks yet, but nothing shows this.
    world.answer = () => notRegistered;
    expect((await world.hold('c', REAL, new Uint8Array(1), 'blocked')).kind).toBe('held');
    await world.pass(MINUTE_MS);
    world.answer = () => ran;
    await world.pass(MINUTE_MS);
    expect(world.states()).toMatchObject({ b: 'dropped', c: 'replayed' });
  });

  test('a path still knows after an expiry that its requests were final: the next ends with its first attempt', async () => {
    const world = new HeldWorld();
    for (const id of ['a', 'b']) await world.send(id, '/webhook/off');
    await world.send('other', REAL);
    const second = Promise.withResolvers<AttemptOutcome>();
    world.answer = ({ id }) => {
      if (id === 'b') return second.promise;
      return id === 'a' ? notRegistered : { kind: 'blocked' };
    };
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(world.states()).toEqual({ a: 'failed refused', b: 'waiting', other: 'waiting' });
    // Deletes what is dropped.
    await world.held.drop({ accountId: '', path: REAL });
    await world.pass(SECOND_MS);
    second.resolve(notRegistered);
    await world.rest();
    expect(world.states().b).toBe('failed refused');
  });

  test('an object that was evicted in between still knows that its requests were final', async () => {
    const world = new HeldWorld();
    for (const id of ['a', 'b', 'c']) await world.send(id, '/webhook/off');
    world.answer = ({ id }) => (id === 'b' ? { kind: 'blocked' } : notRegistered);
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(world.states()).toEqual({ a: 'failed refused', b: 'waiting', c: 'waiting' });
    await world.evict();
    await world.held.drop({ accountId: '', ids: ['b'] });
    await world.rest();
    expect(world.states()).toMatchObject({ b: 'dropped', c: 'failed refused' });
  });

  test('an evicted object knows it also for requests that came after the final answer', async () => {
    const world = new HeldWorld();
    for (const id of ['a', 'b']) await world.send(id, '/webhook/off');
    world.answer = ({ id }) => (id === 'b' ? { kind: 'blocked' } : notRegistered);
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(await world.send('c', '/webhook/off')).toBe('held');
    expect(await world.send('d', '/webhook/off')).toBe('held');
    world.answer = ({ id }) => (id === 'c' ? { kind: 'blocked' } : notRegistered);
    await world.held.drop({ accountId: '', ids: ['b'] });
    await world.rest();
    await world.evict();
    await world.held.drop({ accountId: '', ids: ['c'] });
    await world.rest();
    expect(world.states()).toMatchObject({ b: 'dropped', c: 'dropped', d: 'failed refused' });
  });

  test('an evicted object keeps the final answer after people dropped the newest request', async () => {
    const world = new HeldWorld();
    for (const id of ['a', 'b', 'c', 'd']) await world.send(id, '/webhook/off');
    world.answer = ({ id }) => (id === 'b' ? { kind: 'blocked' } : notRegistered);
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(world.states()).toEqual({ a: 'failed refused', b: 'waiting', c: 'waiting', d: 'waiting' });
    await world.held.drop({ accountId: '', ids: ['d'] });
    await world.rest();
    await world.evict();
    await world.held.drop({ accountId: '', ids: ['b'] });
    await world.rest();
    expect(world.states()).toMatchObject({ b: 'dropped', c: 'failed refused', d: 'dropped' });
  });

  test('a person who replays what was final gets another ten minutes, also after an eviction', async () => {
    const world = new HeldWorld();
    await world.send('a', '/webhook/off');
    world.answer = () => notRegistered;
    await world.comeOnline();
    await world.pass(2 * REGISTRATION_MS);
    expect(world.states()).toEqual({ a: 'failed refused' });
    await world.held.replay({ accountId: '', ids: ['a'] });
    await world.rest();
    await world.evict();
    await world.pass(5 * MINUTE_MS);
    expect(world.states()).toEqual({ a: 'waiting' });
  });

  test('the ten minutes begin again when the process restarts in place, also for an object that was evicted', async () => {
    const world = new HeldWorld();
    await world.comeOnline();
    await world.pass(HOUR_MS);
    world.restartInPlace();
    // The gate of the new process is closed, which the object did not cause.
    expect(await world.send('a', REAL)).toBe('ran');
    await world.pass(MINUTE_MS);
    await world.evict();
    world.answer = () => notRegistered;
    expect(await world.send('b', REAL)).toBe('held');
    world.answer = onlyReal;
    await world.pass(MINUTE_MS);
    expect(world.states()).toEqual({ b: 'replayed' });
  });

  test('the ten minutes begin again when the process restarts in place and gateways do not ask it', async () => {
    const world = new HeldWorld();
    await world.send('a', REAL);
    await world.comeOnline();
    await world.pass(HOUR_MS);
    world.restartInPlace();
    // An isolate that presumes a queue on the path asks the object first.
    const notAsked = { ...webhook('b', REAL), signalAgeMs: Number.POSITIVE_INFINITY };
    expect(await world.held.hold(notAsked, noView)).toEqual({ kind: 'forward' });
    world.answer = () => notRegistered;
    expect(await world.send('b', REAL)).toBe('held');
    world.answer = onlyReal;
    await world.pass(MINUTE_MS);
    expect(world.states()).toEqual({ a: 'replayed', b: 'replayed' });
  });

  test('the ten minutes begin again when the process does not answer the replay, and no webhook notices', async () => {
    const world = new HeldWorld();
    world.answer = () => ({ kind: 'in-progress' });
    for (const id of ['a', 'b']) await world.send(id, REAL);
    await world.comeOnline();
    await world.pass(HOUR_MS);
    world.restartInPlace();
    world.gateFailures = 1;
    world.answer = () => notRegistered;
    await world.pass(16 * MINUTE_MS);
    expect(world.states()).toEqual({ a: 'waiting', b: 'waiting' });
  });

  test('its first 404 is not final, however long other answers kept it waiting', async () => {
    const world = new HeldWorld();
    world.answer = () => ({ kind: 'blocked' });
    for (const id of ['a', 'b']) await world.send(id, REAL);
    await world.comeOnline();
    await world.pass(HOUR_MS);
    // The process restarts in place between two attempts, and nothing shows it.
    world.restartInPlace();
    world.answer = () => notRegistered;
    await world.pass(16 * MINUTE_MS);
    expect(world.states()).toEqual({ a: 'waiting', b: 'waiting' });
    world.answer = onlyReal;
    await world.pass(16 * MINUTE_MS);
    expect(world.states()).toEqual({ a: 'replayed', b: 'replayed' });
  });

  test.each<[string, Partial<HoldRequest>]>([
    ['with answers of a firewall', { signal: 'blocked' }],
    ['with large uploads that they abort', { signal: 'unreachable', body: null, size: MAX_BODY_BYTES + 1 }],
    ['with uploads that they finish long after a restart', { signal: 'unreachable', signalAgeMs: MINUTE_MS }],
    ['with uploads that they finish long after a refusal', { signal: 'gate-closed', signalAgeMs: MINUTE_MS }],
  ])('strangers cannot begin the ten minutes again %s', async (_title, sent) => {
    const world = new HeldWorld();
    await world.comeOnline();
    world.answer = ({ path }) => (path === '/webhook/stranger' ? { kind: 'blocked' } : notRegistered);
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await world.held.hold({ ...webhook(`stranger-${minutes}`, '/webhook/stranger'), ...sent }, noView);
      await world.pass(5 * MINUTE_MS);
    }
    expect(await world.send('a', '/webhook/off')).toBe('deliver');
    // No answer to a whole request is a sign of a restart.
    await world.held.hold({ ...webhook('b', '/webhook/b'), signal: 'unreachable' }, noView);
    expect(await world.send('c', '/webhook/off')).toBe('held');
  });

  test('a replay does not begin the ten minutes again', async () => {
    const world = new HeldWorld();
    await world.comeOnline();
    await world.pass(HOUR_MS);
    world.answer = onlyReal;
    expect(await world.send('a', '/webhook/off')).toBe('deliver');
    world.goDown();
    expect(await world.send('b', REAL)).toBe('held');
    await world.comeOnline();
    await world.pass(REGISTRATION_MS);
    await world.held.replay({ accountId: '', path: REAL });
    await world.rest();
    expect(await world.send('c', '/webhook/off')).toBe('deliver');
  });

  test('hundreds of invented paths do not close the gate for a real one', async () => {
    const world = new HeldWorld();
    world.answer = onlyReal;
    for (let path = 0; path < 600; path += 1) await world.send(`junk-${path}`, `/webhook/junk-${path}`);
    expect(await world.send('first', REAL)).toBe('held');
    await world.comeOnline();
    await world.pass(MINUTE_MS);
    expect(world.ran).toEqual(['first']);
    expect(await world.send('second', REAL)).toBe('ran');
    // A further invented path is held, and its call does not change the gate.
    const before = world.gateCalls;
    expect(await world.send('junk-600', '/webhook/junk-600')).toBe('held');
    expect(world.gateCalls).toBe(before);
  });

  test('nor do they after an eviction of the object', async () => {
    const world = new HeldWorld();
    world.answer = onlyReal;
    for (let path = 0; path < 600; path += 1) await world.send(`junk-${path}`, `/webhook/junk-${path}`);
    await world.comeOnline();
    await world.pass(MINUTE_MS);
    await world.evict();
    expect(await world.send('junk-600', '/webhook/junk-600')).toBe('held');
    expect(await world.send('real', REAL)).toBe('ran');
  });

  test('beyond the limit of the gate, the order of a known path still holds', async () => {
    const world = new HeldWorld();
    for (let path = 0; path < 600; path += 1) await world.send(`junk-${path}`, `/webhook/junk-${path}`);
    await world.send('first', REAL);
    world.answer = ({ path }) => (path === REAL ? { kind: 'in-progress' } : notRegistered);
    await world.comeOnline();
    expect(await world.send('second', REAL)).toBe('held');
    world.answer = onlyReal;
    await world.pass(MINUTE_MS);
    expect(world.ran).toEqual(['first', 'second']);
  });
});

describe('the replay', () => {
  test('tries a delayed path again while another one is being replayed', async () => {
    const world = new HeldWorld();
    for (const path of ['/webhook/slow', REAL]) await world.send(path, path);
    const slow = Promise.withResolvers<AttemptOutcome>();
    let tries = 0;
    world.answer = ({ path }) => {
      if (path !== REAL) return slow.promise;
      tries += 1;
      return tries === 1 ? notRegistered : ran;
    };
    await world.comeOnline();
    expect(world.states()[REAL]).toBe('waiting');
    await world.pass(MINUTE_MS);
    expect(world.states()).toMatchObject({ [REAL]: 'replayed', '/webhook/slow': 'waiting' });
    slow.resolve(ran);
    await world.rest();
    expect(world.states()['/webhook/slow']).toBe('replayed');
  });

  test('continues with other paths ten seconds after a request broke the connection, whatever its own delay is', async () => {
    const world = new HeldWorld();
    const broken: AttemptOutcome = { kind: 'broken' };
    world.answer = () => broken;
    await world.send('poison', '/webhook/poison');
    await world.comeOnline();
    await world.pass(MINUTE_MS);
    // Its next attempt has a longer delay behind it, and a webhook that arrives meanwhile finds no process either.
    world.answer = async ({ path }) => {
      if (path === REAL) return { kind: 'unreachable' };
      await world.send('real', REAL);
      world.answer = ({ path: next }) => (next === REAL ? ran : broken);
      return broken;
    };
    while (world.states().real === undefined) await world.pass(SECOND_MS);
    await world.pass(9 * SECOND_MS);
    expect(world.states()).toEqual({ poison: 'waiting', real: 'waiting' });
    await world.pass(SECOND_MS);
    expect(world.states()).toEqual({ poison: 'waiting', real: 'replayed' });
    await world.pass(10 * MINUTE_MS);
    expect(world.states()).toEqual({ poison: 'failed poison', real: 'replayed' });
  });
});

test('a new request goes straight on while its path’s queue drains, or behind it, as the owner chooses', async () => {
  const world = new HeldWorld();
  for (const id of ['first', 'second']) await world.send(id, REAL);
  const slow = Promise.withResolvers<AttemptOutcome>();
  world.answer = ({ id }) => (id === 'first' ? slow.promise : ran);
  await world.comeOnline();
  await world.held.choose({ accountId: '', order: 'straight_on' });
  await world.rest();
  expect(await world.send('third', REAL)).toBe('ran');
  expect(world.states()).toEqual({ first: 'waiting', second: 'waiting' });
  await world.held.choose({ accountId: '', order: 'behind' });
  await world.rest();
  expect(await world.send('fourth', REAL)).toBe('held');
  slow.resolve(ran);
  await world.rest();
  expect(world.ran).toEqual(['third', 'first', 'second', 'fourth']);
});

test('bodies that are files are replayed one at a time, and small ones do not wait for them', async () => {
  const world = new HeldWorld();
  const large = new Uint8Array(INLINE_BODY_BYTES + 1);
  // More than are replayed in parallel.
  for (const path of ['/webhook/a', '/webhook/b', '/webhook/c', '/webhook/d'])
    await world.send(path, path, large);
  await world.send('small', REAL);
  const running = new Map<string, (outcome: AttemptOutcome) => void>();
  world.answer = ({ id }) => new Promise((resolve) => running.set(id, resolve));
  await world.comeOnline();
  expect([...running.keys()].sort()).toEqual(['/webhook/a', 'small']);
  // No file is sent once the replay is paused.
  await world.held.choose({ accountId: '', paused: true });
  running.get('/webhook/a')?.({ kind: 'answered', status: 500 });
  await world.rest();
  expect(running.size).toBe(2);
  await world.held.choose({ accountId: '', paused: false });
  await world.rest();
  expect([...running.keys()].sort()).toEqual(['/webhook/a', '/webhook/b', 'small']);
});

test('the next file is sent as soon as one is answered, also behind a slow request', async () => {
  const world = new HeldWorld();
  const large = new Uint8Array(INLINE_BODY_BYTES + 1);
  await world.send('a1', '/webhook/a', large);
  await world.send('a2', '/webhook/a');
  await world.send('b1', '/webhook/b', large);
  const answers = { a1: ran, a2: new Promise<AttemptOutcome>(() => {}), b1: ran };
  world.answer = ({ id }) => answers[id as keyof typeof answers];
  await world.comeOnline();
  expect(world.states()).toEqual({ a1: 'replayed', a2: 'waiting', b1: 'replayed' });
});

test('a gate that does not answer is asked every ten seconds, however many webhooks arrive', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.answer = () => ({ kind: 'unreachable' });
  world.gateFailures = Number.POSITIVE_INFINITY;
  world.gateCalls = 0;
  for (let second = 0; second < 600; second += 1) {
    // Each also tries to close the gate for its path, once.
    await world.send(`hld_${second}`, `/webhook/${second % 10}`);
    await world.pass(SECOND_MS);
  }
  expect(world.gateCalls).toBeLessThanOrEqual(600 + 61);
});

test('an outage of the connection stops no path permanently', async () => {
  const world = new HeldWorld();
  const paths = ['/webhook/a', '/webhook/b', '/webhook/c'];
  for (const path of paths) for (const id of ['1', '2']) await world.send(path + id, path);
  const first = new Map<string, (outcome: AttemptOutcome) => void>();
  world.answer = ({ id }) => (id.endsWith('1') ? new Promise((resolve) => first.set(id, resolve)) : ran);
  await world.comeOnline();
  expect(first.size).toBe(3);
  first.get('/webhook/a1')?.({ kind: 'broken' });
  await world.rest();
  first.get('/webhook/b1')?.(ran);
  first.get('/webhook/c1')?.(ran);
  await world.rest();
  world.answer = () => ran;
  // A webhook of a queued path does not end the pause for its path alone.
  await world.send('late', '/webhook/c');
  await world.rest();
  expect(world.states()['/webhook/c2']).toBe('waiting');
  await world.pass(11 * SECOND_MS);
  expect(Object.values(world.states()).every((state) => state === 'replayed')).toBe(true);
});

test('an answer from something in front of the workspace delays only its path', async () => {
  const world = new HeldWorld();
  for (const path of ['/webhook/refused', REAL]) await world.send(path, path);
  world.answer = ({ path }) => (path === REAL ? ran : { kind: 'blocked' });
  await world.comeOnline();
  expect(world.states()).toEqual({ '/webhook/refused': 'waiting', [REAL]: 'replayed' });
  await world.pass(25 * HOUR_MS);
  expect(world.states()['/webhook/refused']).toBe('failed gave_up');
});

test('requests that are due behind a delayed one wait for it', async () => {
  const world = new HeldWorld();
  world.answer = () => ({ kind: 'answered', status: 500 });
  for (const id of ['a', 'b']) await world.send(id, REAL);
  await world.comeOnline();
  world.answer = () => ({ kind: 'blocked' });
  await world.held.replay({ accountId: '', path: REAL });
  await world.rest();
  world.gateCalls = 0;
  await world.pass(HOUR_MS);
  // One for each attempt: after 10, 20, 40 s and so on, then each quarter of an hour.
  expect(world.gateCalls).toBeLessThanOrEqual(20);
});

test('a closed gate is not a sign of a restart while a call has still to open it', async () => {
  const world = new HeldWorld();
  const replayed = Promise.withResolvers<AttemptOutcome>();
  world.answer = () => replayed.promise;
  await world.send('a', REAL);
  await world.comeOnline();
  await world.pass(HOUR_MS);
  const opened = Promise.withResolvers<void>();
  world.beforeGate = opened.promise;
  replayed.resolve(ran);
  await world.rest();
  world.answer = () => notRegistered;
  const sent = world.send('b', REAL);
  await world.rest();
  opened.resolve();
  expect(await sent).toBe('deliver');
});

test('a request that something in front of a running workspace answered leaves the workspace presumed up', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.answer = () => ({ kind: 'blocked' });
  const reported: string[] = [];
  const hold = async (id: string, changes: Partial<HoldRequest> = {}) => {
    const request = { ...webhook(id, `/webhook/${id}`), signal: 'blocked', ...changes } as const;
    const { kind, ...answer } = await world.held.hold(request, async () => {
      reported.push(id);
      return null;
    });
    return [kind, 'isDown' in answer && answer.isDown];
  };
  expect(await hold('a')).toEqual(['held', false]);
  expect([world.closed, reported]).toEqual([['/webhook/a'], []]);
  // Without the gate, nothing shows that the process runs.
  world.gateFailures = Number.POSITIVE_INFINITY;
  expect(await hold('b')).toEqual(['held', true]);
  world.gateFailures = 0;
  expect(await hold('c', { signal: 'unreachable' })).toEqual(['held', true]);
  expect(reported).toEqual(['b', 'c']);
});

test('a request that a closed gate refused closes it before its sender is told, even if two calls fail', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.restartInPlace();
  // The call that opens the gate, and the first one that closes it for this path.
  world.gateFailures = 2;
  expect(await world.send('a', REAL)).toBe('held');
  expect(world.closed).toEqual([REAL]);
});

test('a webhook that was not sent to the process repeats no call of the gate', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.gateFailures = Number.POSITIVE_INFINITY;
  await world.hold('before', '/webhook/other', new Uint8Array(1));
  const callsOf = async (id: string) => {
    world.gateCalls = 0;
    const sent = { ...webhook(id, REAL), signalAgeMs: Number.POSITIVE_INFINITY };
    expect(await world.held.hold(sent, noView)).toMatchObject({ kind: 'held' });
    return world.gateCalls;
  };
  // One call opens the gate for the path, and one closes it; then the path has a queue.
  expect([await callsOf('a'), await callsOf('b')]).toEqual([2, 1]);
});

test('only a webhook that waits behind the queue of its path says that the next ones do', async () => {
  const world = new HeldWorld();
  const isBehind = async (id: string, changes: Partial<HoldRequest> = {}) => {
    const held = await world.held.hold({ ...webhook(id, REAL), ...changes }, noView);
    return 'isBehind' in held && held.isBehind;
  };
  // The workspace starts, so its process is down for all paths.
  expect(await isBehind('a')).toBe(false);
  world.answer = () => ({ kind: 'unavailable' });
  await world.comeOnline();
  expect(await isBehind('b', { path: '/webhook/other', signal: 'unreachable' })).toBe(false);
  expect(await isBehind('c')).toBe(true);
});

test('a request that a closed gate refused leaves the workspace presumed up once the gate is set', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.gateFailures = 1;
  let reports = 0;
  const report = async () => {
    reports += 1;
    return null;
  };
  const held = await world.held.hold(webhook('a', REAL), report);
  expect([held, reports, world.closed]).toMatchObject([{ kind: 'held', isDown: false }, 0, [REAL]]);
});

test('a held request closes the gate before its sender is told, even if the first call fails', async () => {
  const world = new HeldWorld();
  await world.comeOnline();
  world.answer = () => notRegistered;
  world.gateFailures = 1;
  expect(await world.send('a', REAL)).toBe('held');
  expect(world.closed).toEqual([REAL]);
});

describe('the mail about waiting requests', () => {
  test('comes for a request that a person replays while the workspace is down', async () => {
    const world = new HeldWorld();
    world.answer = () => ({ kind: 'answered', status: 500 });
    await world.send('a', REAL);
    await world.comeOnline();
    await world.pass(2 * HOUR_MS);
    expect([world.states(), world.mails]).toEqual([{ a: 'failed workflow_failed' }, []]);
    world.goDown();
    await world.held.replay({ accountId: '', ids: ['a'] });
    await world.pass(3 * HOUR_MS);
    expect(world.mails).toHaveLength(1);
  });

  test('comes again each day while something waits, and for a later queue', async () => {
    const world = new HeldWorld();
    await world.send('a', REAL);
    await world.pass(HOUR_MS);
    expect(world.mails).toHaveLength(1);
    await world.pass(2 * DAY_MS);
    expect(world.mails).toHaveLength(3);
    expect(new Set(world.mails).size).toBe(3);
    await world.comeOnline();
    await world.pass(DAY_MS);
    expect([world.states(), world.mails.length]).toEqual([{ a: 'replayed' }, 3]);
    world.goDown();
    await world.send('b', REAL);
    await world.pass(HOUR_MS);
    expect(world.mails).toHaveLength(4);
  });
});

describe.each([
  ['a form, whose page takes a 202 for a failure', '/form/3f0a'],
  [
    'a hosted chat, whose page shows a 202 as its answer',
    '/webhook/5f2b8d3a-6c1e-4f7a-9b0d-2e4c6a8f1b3d/chat',
  ],
])('%s', (_title, page) => {
  test('is not held before its first answer, unless the owner chose so', async () => {
    const world = new HeldWorld();
    expect(await world.send('a', page)).toBe('refused answers-itself');
    expect(world.held.list(world.state, { accountId: '' }).paths).toMatchObject([
      { path: page, answerMatters: true },
    ]);
    await world.held.choose({ accountId: '', path: { path: page, choice: 'hold' } });
    expect(await world.send('b', page)).toBe('held');
  });

  test('is held if its answers turn out not to matter', async () => {
    const world = new HeldWorld();
    await world.held.learn([{ path: page, isGet: false, matters: false }]);
    expect(await world.send('a', page)).toBe('held');
  });
});

test('for an hour after an answer that matters, reports of other answers change nothing about the path', async () => {
  const world = new HeldWorld();
  const learn = (matters: boolean) => world.held.learn([{ path: REAL, isGet: false, matters }]);
  await learn(false);
  await learn(true);
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await learn(false);
    expect(await world.send(`hld_${minutes}`, REAL)).toBe('refused answers-itself');
    world.now += 5 * MINUTE_MS;
  }
  // Its workflow was changed.
  await learn(false);
  expect(await world.send('held', REAL)).toBe('held');
});

test('a webhook whose own path ends like a chat’s is held before its first answer', async () => {
  const world = new HeldWorld();
  for (const path of ['/webhook/team/chat', '/webhook/chat'])
    expect(await world.send(path, path)).toBe('held');
});

test('a smaller plan shortens the time for which content is kept', async () => {
  const world = new HeldWorld();
  const limits = (logRetentionDays: number) => ({ ...world.facts.limits, logRetentionDays });
  world.change({ facts: { ...world.facts, limits: limits(30) } });
  await world.send('a', REAL);
  world.change({ facts: { ...world.facts, limits: limits(7) } });
  await world.pass(retentionMs(boundsOf(limits(7))) + HOUR_MS);
  expect(world.states()).toEqual({ a: 'failed expired' });
});

describe('a replay requested by a person', () => {
  /** A world with one failed request, seen by a person after its first attempt. */
  async function failedWorld(): Promise<HeldWorld> {
    const world = new HeldWorld();
    await world.send('a', REAL);
    world.answer = () => ({ kind: 'answered', status: 500 });
    await world.comeOnline();
    expect(world.states()).toEqual({ a: 'failed workflow_failed' });
    return world;
  }
  const press = async (world: HeldWorld, seenAttempts?: string) => {
    const selection = { accountId: '', ids: ['a'], ...(seenAttempts !== undefined && { seenAttempts }) };
    const result = await world.held.replay(selection);
    await world.rest();
    return result;
  };

  test('is ignored if the page shows an earlier failure', async () => {
    const world = await failedWorld();
    expect(await press(world, '1')).toEqual({ ok: true, value: { count: 1 } });
    expect(await press(world, '1')).toEqual({ ok: true, value: { count: 0 } });
    expect(world.ran).toEqual(['a', 'a']);
    expect(await press(world, '2')).toEqual({ ok: true, value: { count: 1 } });
    expect(world.ran).toEqual(['a', 'a', 'a']);
  });

  test('is ignored if the request failed after the page showed it waiting', async () => {
    const world = await failedWorld();
    expect(await press(world, '0')).toEqual({ ok: true, value: { count: 0 } });
  });

  test('runs if the page shows fewer attempts of a waiting request, and stays the same run', async () => {
    const world = new HeldWorld();
    await world.send('a', REAL);
    world.answer = () => ({ kind: 'blocked' });
    await world.comeOnline();
    expect(await press(world, '0')).toEqual({ ok: true, value: { count: 1 } });
    expect(world.states()).toEqual({ a: 'waiting' });
  });

  test('runs a failed request with each call of the API', async () => {
    const world = await failedWorld();
    await press(world);
    await press(world);
    expect(world.ran).toEqual(['a', 'a', 'a']);
  });
});
