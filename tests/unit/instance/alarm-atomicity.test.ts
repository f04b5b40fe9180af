import { expect, test } from 'vitest';
import { Bench, START } from './alarm-bench.ts';

test('the physical alarm is set before anything is awaited, so that no write is ever without it', () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 1_000);
  void clock.rearm();
  expect(bench.physical).toBe(START + 1_000);
  clock.cancel('probe');
  void clock.rearm();
  expect(bench.physical).toBeNull();
});

test('an alarm that stands where it is to stand is not written again', async () => {
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

test('however much its handlers change, a fire sets the alarm once, at its end', async () => {
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

test('each schedule fires once, and what sets itself to this instant waits for the next alarm', async () => {
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

test('what a handler makes due fires along with it', async () => {
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

test('what is left out of a fire stays due', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  clock.set('timetable', START);
  await clock.fire(bench.note, ['probe']);
  expect(bench.fired).toEqual(['timetable']);
  expect(bench.physical).toBe(START);
});

test('a handler that cancels its schedule and then fails is not tried again', async () => {
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

test('one that sets its schedule anew and then fails keeps what it set', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.fire(async (name) => {
    clock.set(name, START + 60_000);
    throw new Error('after all');
  });
  expect(bench.rows.get('probe')).toEqual({ name: 'probe', dueAt: START + 60_000, failures: 0 });
});

test('a second alarm at the same time waits for the first, and repeats nothing of it', async () => {
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

test('an alarm that would come too late is found when the object wakes', async () => {
  const bench = new Bench();
  bench.wake().set('probe', START + 1_000);
  bench.physical = START + 50_000;
  await bench.wake().ensureArmed();
  expect(bench.physical).toBe(START + 1_000);
  expect(bench.sets).toBe(1);
});

test('an object without schedules writes nothing as it wakes', async () => {
  const bench = new Bench();
  await bench.wake().ensureArmed();
  expect(bench.sets).toBe(0);
});
