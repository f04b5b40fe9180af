import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import {
  bodyMemory,
  MAX_BODIES_BYTES,
  MAX_LARGE_BODIES_BYTES,
} from '#durable-objects/workspace/held/body-memory.ts';
import { HeldWorld } from './held-world.ts';

const MIB = 1024 * 1024;
const PATH = '/webhook/large';
const BUCKET_DEADLINE_MS = 30 * SECOND_MS;

/** A world whose bucket does not respond until told to. @returns the world, a function that lets the bucket respond, and the sizes of the bodies it received. */
function slowBucket() {
  const world = new HeldWorld();
  const { promise: open, resolve: respond } = Promise.withResolvers<void>();
  const given: number[] = [];
  const { files } = world;
  files.put = async (_id, content) => {
    given.push(content.byteLength);
    await open;
  };
  return { world, respond, given };
}

/** How far the clock is ahead of the machine's. */
let passedMs: number;
beforeEach(() => {
  // Bodies that tests of other files left in memory no longer count.
  passedMs = HOUR_MS;
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + passedMs);
});
afterEach(() => {
  vi.useRealTimers();
});

const bytes = (size: number) => new Uint8Array(size);

test('refuses large bodies beyond the memory limit immediately, and holds others', async () => {
  const { world, respond, given } = slowBucket();
  const fitting = MAX_LARGE_BODIES_BYTES / MAX_BODY_BYTES;
  const sent = Array.from({ length: 5 }, (_, number) =>
    world.send(`large-${number}`, PATH, bytes(MAX_BODY_BYTES)),
  );
  await world.rest();
  // They answer while the bucket still waits for the first.
  const refused = 'refused not-stored';
  expect(await Promise.all(sent.slice(fitting))).toEqual([refused, refused, refused]);
  expect(given).toHaveLength(1);
  expect(await world.send('small', PATH, bytes(INLINE_BODY_BYTES))).toBe('held');
  respond();
  expect(await Promise.all(sent.slice(0, fitting))).toEqual(['held', 'held']);
  expect(await world.send('later', PATH, bytes(MAX_BODY_BYTES))).toBe('held');
});

test('small bodies have their own memory, which is limited too', async () => {
  const { world, respond } = slowBucket();
  const large = [0, 1].map((number) => world.send(`large-${number}`, PATH, bytes(MAX_BODY_BYTES)));
  await world.rest();
  const count = (MAX_BODIES_BYTES - MAX_LARGE_BODIES_BYTES) / INLINE_BODY_BYTES;
  const small = Array.from({ length: count + 1 }, (_, number) =>
    world.send(`small-${number}`, PATH, bytes(INLINE_BODY_BYTES)),
  );
  const answers = await Promise.all(small);
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(count);
  expect(answers.at(-1)).toBe('refused not-stored');
  respond();
  await Promise.all(large);
});

test('a refusal for lack of memory says when to retry, and is counted', async () => {
  const { world, respond } = slowBucket();
  const large = [0, 1].map((number) => world.send(`large-${number}`, PATH, bytes(MAX_BODY_BYTES)));
  await world.rest();
  const answer = await world.hold('late', PATH, bytes(MAX_BODY_BYTES));
  expect(answer).toMatchObject({ kind: 'refused', why: 'not-stored', retryAfterSeconds: 5 });
  const { paths } = world.held.list(world.state, { accountId: '' });
  expect(paths).toMatchObject([{ path: PATH, hours: [{ arrived: 1, refused: 1 }] }]);
  respond();
  await Promise.all(large);
});

test('a body that could not be stored frees its memory', async () => {
  const world = new HeldWorld();
  world.files.put = async () => {
    throw new Error('The bucket did not respond in time.');
  };
  for (let number = 0; number < 4; number += 1)
    await expect(world.send(`large-${number}`, PATH, bytes(MAX_BODY_BYTES))).rejects.toThrow('in time');
  world.files.put = async () => {};
  expect(await world.send('next', PATH, bytes(MAX_BODY_BYTES))).toBe('held');
});

test('while the bucket hangs, no sender waits for more than two of its deadlines', async () => {
  const world = new HeldWorld();
  let calls = 0;
  world.files.put = async () => {
    calls += 1;
    await setImmediate();
    world.now += BUCKET_DEADLINE_MS;
    throw new Error('The bucket did not respond in time.');
  };
  const startedAt = world.now;
  const sent = Array.from({ length: 30 }, (_, number) => world.send(`large-${number}`, PATH, bytes(MIB)));
  const answers = await Promise.allSettled(sent);
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect([calls <= 2, world.now - startedAt <= 2 * BUCKET_DEADLINE_MS]).toEqual([true, true]);
  world.files.put = async () => {};
  expect(await world.send('next', PATH, bytes(MIB))).toBe('held');
});

test('large bodies are encrypted and decrypted one at a time, also for people and archives', async () => {
  const world = new HeldWorld();
  let inWork = 0;
  let most = 0;
  const work = async <Result>(result: Result): Promise<Result> => {
    inWork += 1;
    most = Math.max(most, inWork);
    await setImmediate();
    inWork -= 1;
    return result;
  };
  world.files.put = () => work(undefined);
  world.files.get = () => work(bytes(MIB));
  for (const id of ['a', 'b', 'c']) await world.send(id, PATH, bytes(MIB));
  const archives = [0, 1, 2].map(() => new Response(world.held.archive()).text());
  const found = ['a', 'b', 'c'].map((id) => world.held.find(id));
  const sent = ['d', 'e'].map((id) => world.send(id, PATH, bytes(MIB)));
  expect((await Promise.all(found)).every(({ ok }) => ok)).toBe(true);
  expect(await Promise.all(sent)).toEqual(['held', 'held']);
  for (const text of await Promise.all(archives))
    expect(text.trimEnd().split('\n').length).toBeGreaterThan(2);
  await world.comeOnline();
  await world.pass(60_000);
  expect(world.ran).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(most).toBe(1);
});

test('an archive that stalls keeps one large body; others wait, and a webhook still has room', async () => {
  const world = new HeldWorld();
  world.files.get = async () => bytes(MAX_BODY_BYTES);
  for (const id of ['a', 'b']) await world.send(id, PATH, bytes(MAX_BODY_BYTES));
  const stalled = world.held.archive().getReader();
  await stalled.read();
  const other = world.held.archive().getReader();
  let isRead = false;
  const read = other.read().then(() => {
    isRead = true;
  });
  await world.rest();
  expect(isRead).toBe(false);
  expect(await world.send('c', PATH, bytes(MAX_BODY_BYTES))).toBe('held');
  await stalled.cancel();
  await read;
  await other.cancel();
});

test('memory that is released twice counts once', () => {
  const memory = bodyMemory();
  const taken = [memory.tryTake(MAX_BODY_BYTES), memory.tryTake(MAX_BODY_BYTES)];
  expect(memory.tryTake(INLINE_BODY_BYTES + 1)).toBeNull();
  for (const release of [taken[0], taken[0]]) release?.();
  taken[0] = memory.tryTake(MAX_BODY_BYTES);
  expect(taken[0]).not.toBeNull();
  expect(memory.tryTake(INLINE_BODY_BYTES + 1)).toBeNull();
  for (const release of taken) release?.();
});

test('the objects of one isolate have together no more memory than one alone, and share small bodies’ part', () => {
  const flooded = bodyMemory();
  const other = bodyMemory();
  const taken = [flooded.tryTake(MAX_BODY_BYTES), flooded.tryTake(MAX_BODY_BYTES)];
  expect(taken).not.toContain(null);
  expect(other.tryTake(INLINE_BODY_BYTES + 1)).toBeNull();
  const count = (MAX_BODIES_BYTES - MAX_LARGE_BODIES_BYTES) / INLINE_BODY_BYTES;
  const small = Array.from({ length: count }, (_, number) =>
    (number % 2 === 0 ? other : flooded).tryTake(INLINE_BODY_BYTES),
  );
  expect(small).not.toContain(null);
  expect([flooded, other].map((memory) => memory.tryTake(1))).toEqual([null, null]);
  for (const release of [...taken, ...small]) release?.();
  const next = other.tryTake(MAX_BODY_BYTES);
  expect(next).not.toBeNull();
  next?.();
});

test('a replay waits for the memory of another object, and asks again within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const flooded = bodyMemory();
  const release = flooded.tryTake(MAX_BODY_BYTES);
  let releaseOwn: (() => void) | undefined;
  const waiting = bodyMemory()
    .take(MAX_BODY_BYTES)
    .then((taken) => {
      releaseOwn = taken;
    });
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(releaseOwn).toBeUndefined();
  release?.();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(releaseOwn).toBeDefined();
  await waiting;
  releaseOwn?.();
});

test('a replay waits ten seconds at most for another object, and with a small body not at all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const flooded = bodyMemory();
  const taken = [flooded.tryTake(MAX_BODY_BYTES), flooded.tryTake(MAX_BODY_BYTES)];
  const other = bodyMemory();
  const small = await other.take(0);
  const waiting = other.take(MAX_BODY_BYTES);
  passedMs += 10 * SECOND_MS;
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  const replayed = await waiting;
  // However much the replays have, small webhooks keep their part.
  const webhook = bodyMemory().tryTake(INLINE_BODY_BYTES);
  expect(webhook).not.toBeNull();
  for (const release of [...taken, small, replayed, webhook]) release?.();
});

test('the memory of an object that ended without a release counts for five minutes', () => {
  const ended = [bodyMemory(), bodyMemory()].map((memory) => memory.tryTake(MIB));
  expect(ended).not.toContain(null);
  const alive = bodyMemory();
  const first = alive.tryTake(MAX_BODY_BYTES);
  expect([first, alive.tryTake(MAX_BODY_BYTES)]).toEqual([expect.any(Function), null]);
  passedMs += 5 * MINUTE_MS;
  const second = alive.tryTake(MAX_BODY_BYTES);
  expect(second).not.toBeNull();
  for (const release of [first, second]) release?.();
});

test('a large body that a person reads counts', async () => {
  const world = new HeldWorld();
  await world.send('a', PATH, bytes(MAX_BODY_BYTES));
  const { promise: opened, resolve: open } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  world.files.get = () => opened;
  const reading = world.held.find('a');
  await world.rest();
  expect(bodyMemory().tryTake(MAX_BODY_BYTES)).toBeNull();
  open(bytes(MAX_BODY_BYTES));
  expect(await reading).toMatchObject({ ok: true });
});
