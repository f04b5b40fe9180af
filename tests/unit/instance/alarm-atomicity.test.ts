import { expect, test } from 'vitest';
import { Bench, START } from './alarm-bench.ts';

test('sets the physical alarm before any await, together with the writes', () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 1_000);
  void clock.rearm();
  expect(bench.physical).toBe(START + 1_000);
  clock.cancel('probe');
  void clock.rearm();
  expect(bench.physical).toBeNull();
});

test('does not write an unchanged alarm again', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 1_000);
  await clock.rearm();
  clock.set('later', START + 2_000);
  clock.set('probe', START + 1_000);
  await clock.rearm();
  await clock.rearm();
  expect(bench.sets).toBe(1);
});

test('one fire sets the alarm once, at its end', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  for (const name of ['a', 'b', 'c']) clock.set(name, START);
  await clock.rearm();
  bench.sets = 0;
  const during: Array<number | null> = [];
  bench.physical = null;
  await clock.fire(async (name) => {
    clock.set(name, START + 5_000);
    await clock.rearm();
    clock.set('d', START + 9_000);
    await clock.rearm();
    during.push(bench.physical);
  });
  expect(during).toEqual([null, null, null]);
  expect(bench.physical).toBe(START + 5_000);
  expect(bench.sets).toBe(1);
});

test('fires each schedule once, and again only with the next alarm', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  const again = async (name: string) => {
    bench.fired.push(name);
    clock.set(name, START);
  };
  await clock.fire(again);
  expect(bench.fired).toEqual(['probe']);
  expect(bench.physical).toBe(START);
});

test('fires what a handler makes due', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('timetable', START);
  await clock.fire(async (name) => {
    bench.fired.push(name);
    if (name === 'timetable') clock.set('probe', START);
  });
  expect(bench.fired).toEqual(['timetable', 'probe']);
  expect(bench.physical).toBeNull();
});

test('keeps excluded schedules due', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  clock.set('timetable', START);
  await clock.fire(bench.note, ['probe']);
  expect(bench.fired).toEqual(['timetable']);
  expect(bench.physical).toBe(START);
});

test('does not retry a failed handler that cancelled its schedule', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.fire(async (name) => {
    clock.cancel(name);
    throw new Error('too late');
  });
  expect(bench.errors).toHaveLength(1);
  expect(bench.rows.size).toBe(0);
  expect(bench.physical).toBeNull();
});

test('keeps the schedule that a failed handler has set again', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.fire(async (name) => {
    clock.set(name, START + 60_000);
    throw new Error('after all');
  });
  expect(bench.rows.get('probe')).toEqual({ name: 'probe', dueAt: START + 60_000, failures: 0 });
});

test('keeps the schedule that a handler has set again before it counts a failure of its own', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.fire(async (name) => {
    clock.set(name, START + 60_000);
    clock.retry(name);
  });
  expect(bench.rows.get('probe')).toEqual({ name: 'probe', dueAt: START + 60_000, failures: 0 });
});

test('a concurrent alarm waits for the first and repeats nothing', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  let isInside = 0;
  const slow = async (name: string) => {
    isInside += 1;
    expect(isInside).toBe(1);
    await Promise.resolve();
    bench.fired.push(name);
    isInside -= 1;
  };
  await Promise.all([clock.fire(slow), clock.fire(slow)]);
  expect(bench.fired).toEqual(['probe']);
});

test('sets a late alarm earlier when the object wakes', async () => {
  const bench = new Bench();
  bench.wake().set('probe', START + 1_000);
  bench.physical = START + 50_000;
  await bench.wake().ensureArmed();
  expect(bench.physical).toBe(START + 1_000);
  expect(bench.sets).toBe(1);
});

test('an object without schedules writes nothing when it wakes', async () => {
  const bench = new Bench();
  await bench.wake().ensureArmed();
  expect(bench.sets).toBe(0);
});
