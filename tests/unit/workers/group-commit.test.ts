import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGroupCommit } from '#workers/group-commit.ts';

let now = 0;
const clock = { now: () => now };
const isItsFault = (error: unknown) => error === 'refused';

beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database whose writes the test releases. */
function slowDatabase() {
  const writes: Array<{ items: readonly number[]; end(error?: unknown): void }> = [];
  const write = (items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ items, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { writes, write, written: () => writes.map(({ items }) => items) };
}

/** Flushes all pending work. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('requests during a write are written together in the next one', async () => {
  const commit = createGroupCommit<number>({ clock, isItsFault });
  const { writes, write, written } = slowDatabase();
  const all = Promise.all([1, 2, 3, 4].map((item) => commit(item, write)));
  await settle();
  expect(written()).toEqual([[1]]);
  writes[0]?.end();
  await settle();
  expect(written()).toEqual([[1], [2, 3, 4]]);
  writes[1]?.end();
  await all;
  // No request is left waiting, and none blocks the next.
  const next = commit(5, write);
  await settle();
  writes[2]?.end();
  await next;
  expect(written()).toEqual([[1], [2, 3, 4], [5]]);
});

test('a write contains at most 32', async () => {
  const commit = createGroupCommit<number>({ clock, isItsFault });
  const sizes: number[] = [];
  const write = async (items: readonly number[]) => {
    sizes.push(items.length);
  };
  await Promise.all(Array.from({ length: 80 }, (_, item) => commit(item, write)));
  expect(sizes).toEqual([1, 32, 32, 15]);
});

test('when the database fails, the whole group fails, and later ones are written', async () => {
  const commit = createGroupCommit<number>({ clock, isItsFault });
  const { writes, write, written } = slowDatabase();
  const outcomes = Promise.allSettled([1, 2, 3].map((item) => commit(item, write)));
  await settle();
  writes[0]?.end();
  await settle();
  const later = commit(4, write);
  writes[1]?.end(new Error('gone'));
  await settle();
  writes[2]?.end();
  await later;
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(written()).toEqual([[1], [2, 3], [4]]);
});

test('an item that the database refuses fails alone', async () => {
  const commit = createGroupCommit<number>({ clock, isItsFault });
  const kept: number[] = [];
  const write = async (items: readonly number[]) => {
    if (items.includes(3)) throw 'refused';
    kept.push(...items);
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => commit(item, write)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(kept.toSorted()).toEqual([1, 2, 4]);
});

test('when the writing request is gone, the others give up in time and later ones are written', async () => {
  const commit = createGroupCommit<number>({ clock, isItsFault });
  const { write, writes, written } = slowDatabase();
  void commit(1, write);
  const waiting = Promise.allSettled([commit(2, write)]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect((await waiting)[0]).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/Not written within/) },
  });

  now += 15_000;
  const later = commit(3, write);
  await settle();
  writes[1]?.end();
  await later;
  expect(written()).toEqual([[1], [3]]);
});
