import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from '#db/turns.ts';

let now = 0;
const clock = { now: () => now };
const turns = () => createTurns({ clock, atOnce: 2, tooLong: () => new Error('too long') });

beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

function slowWork() {
  const begun: Array<{ name: number; end(error?: unknown): void }> = [];
  const work = (name: number) => () =>
    new Promise<number>((resolve, reject) => {
      begun.push({ name, end: (error) => (error === undefined ? resolve(name) : reject(error)) });
    });
  return { begun, work, names: () => begun.map(({ name }) => name) };
}

test('two at a time have their turn, the others in the order in which they came', async () => {
  const inTurn = turns();
  const { begun, work, names } = slowWork();
  const all = Promise.all([1, 2, 3, 4].map((name) => inTurn(work(name))));
  await settle();
  expect(names()).toEqual([1, 2]);
  begun[1]?.end();
  await settle();
  expect(names()).toEqual([1, 2, 3]);
  begun[0]?.end();
  begun[2]?.end();
  await settle();
  begun[3]?.end();
  expect(await all).toEqual([1, 2, 3, 4]);
});

test('what fails is told to who asked, and gives its turn on', async () => {
  const inTurn = turns();
  const { begun, work, names } = slowWork();
  const outcomes = Promise.allSettled([1, 2, 3].map((name) => inTurn(work(name))));
  await settle();
  begun[0]?.end(new Error('broken'));
  await settle();
  expect(names()).toEqual([1, 2, 3]);
  for (const { end } of begun) end();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('who waits too long leaves the line, and is never given a turn', async () => {
  const inTurn = turns();
  const { begun, work, names } = slowWork();
  const outcomes = Promise.allSettled([1, 2, 3].map((name) => inTurn(work(name))));
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { end } of begun) end();
  expect((await outcomes)[2]).toMatchObject({ status: 'rejected', reason: { message: 'too long' } });
  expect(names()).toEqual([1, 2]);
});

test('the turn of a request that is gone is given to another in the end', async () => {
  const inTurn = turns();
  const { work, names } = slowWork();
  for (const name of [1, 2]) void inTurn(work(name));
  await settle();
  now += 36_000;
  void inTurn(work(3));
  await settle();
  expect(names()).toEqual([1, 2, 3]);
});
