import { expect, test } from 'vitest';
import { Bench, START } from './alarm-bench.ts';

test('sets the physical alarm to the earliest schedule, and clears it without any', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('later', START + 2_000);
  clock.set('sooner', START + 1_000);
  await clock.rearm();
  expect(bench.physical).toBe(START + 1_000);
  clock.cancel('sooner');
  await clock.rearm();
  expect(bench.physical).toBe(START + 2_000);
  clock.cancel('later');
  await clock.rearm();
  expect(bench.physical).toBeNull();
});

test('sets a schedule that serves several deadlines by the earliest of them', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  const dueAt = () => bench.rows.get('expiry')?.dueAt;
  clock.setBy('expiry', START + 60_000);
  clock.setBy('expiry', START + 90_000);
  expect(dueAt()).toBe(START + 60_000);
  clock.setBy('expiry', START + 30_000);
  expect(dueAt()).toBe(START + 30_000);
  bench.now = START + 30_000;
  // The deadline that is handled is over: the next one counts, and no alarm repeats at once.
  await clock.fire(async () => clock.setBy('expiry', START + 90_000));
  expect([dueAt(), bench.physical]).toEqual([START + 90_000, START + 90_000]);
});

test('converts a moved clock to real time for the alarm', async () => {
  const bench = new Bench();
  bench.offsetMs = 86_400_000;
  const clock = bench.wake();
  clock.set('probe', START + 86_400_000 + 5_000);
  await clock.rearm();
  expect(bench.physical).toBe(START + 5_000);
});

test('fires due schedules once, in order, and keeps the rest', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('b', START + 2);
  clock.set('a', START + 1);
  clock.set('c', START + 60_000);
  bench.now = START + 2;
  await clock.fire(bench.note);
  await clock.fire(bench.note);
  expect(bench.fired).toEqual(['a', 'b']);
  expect(bench.physical).toBe(START + 60_000);
});

test('clears no alarm that the platform clears itself', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  bench.physical = null;
  clock.onAlarm(START);
  await clock.fire(bench.note);
  expect([bench.rows.size, bench.sets]).toEqual([0, 0]);
});

test('sets the next alarm after one that fired, and clears one that did not', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  clock.set('trial-end', START + 60_000);
  clock.onAlarm(START);
  await clock.fire(bench.note);
  expect(bench.physical).toBe(START + 60_000);
  // No physical alarm triggered this call, and it is still set.
  bench.now = START + 60_000;
  await clock.fire(bench.note);
  expect(bench.physical).toBeNull();
});

test('sets no alarm before a due time with a fraction of a millisecond', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 0.25);
  await clock.rearm();
  expect(bench.physical).toBe(START + 1);
});

test('sets an alarm that fired early for another time than its own', async () => {
  const bench = new Bench();
  bench.wake().set('probe', START + 1);
  // Evicted since: only the platform knows for what time it fires.
  const clock = bench.wake();
  for (const [firesFor, next] of [
    [START + 1, START + 2],
    [START + 2, START + 1],
  ] as const) {
    bench.physical = null;
    bench.firingFor = firesFor;
    clock.onAlarm(firesFor);
    await clock.fire(bench.note);
    expect([bench.fired, bench.physical]).toEqual([[], next]);
  }
  bench.now = START + 1;
  bench.physical = null;
  clock.onAlarm(START + 1);
  await clock.fire(bench.note);
  expect(bench.fired).toEqual(['probe']);
});

test.each([
  ['that is due at once', 0],
  ['that is overdue', -5_000],
])(
  'a handler that sets a schedule %s in the millisecond of its alarm is called again',
  async (_, delayMs) => {
    const bench = new Bench();
    const clock = bench.wake();
    clock.set('expiry', START);
    for (const firesFor of [START, START + 1]) {
      bench.now = firesFor;
      bench.physical = null;
      bench.firingFor = firesFor;
      clock.onAlarm(firesFor);
      await clock.fire(async (name) => {
        await bench.note(name);
        if (firesFor === START) clock.set('expiry', START + delayMs);
      });
      expect(bench.physical).toBe(firesFor === START ? START + 1 : null);
    }
    expect(bench.fired).toEqual(['expiry', 'expiry']);
  },
);

test('sets an alarm again that is later than a minute', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.rearm();
  bench.physical = null;
  for (const [now, sets] of [
    [START + 60_000, 1],
    [START + 60_001, 2],
  ] as const) {
    bench.now = now;
    await clock.rearm();
    expect(bench.sets).toBe(sets);
  }
  expect(bench.physical).toBe(START);
});

test('fires each overdue schedule once after days of sleep', async () => {
  const bench = new Bench();
  const before = bench.wake();
  before.set('probe', START + 1_000);
  before.set('trial-end', START + 2_000);
  bench.now = START + 10 * 86_400_000;
  await bench.wake().fire(bench.note);
  expect(bench.fired).toEqual(['probe', 'trial-end']);
  expect(bench.rows.size).toBe(0);
});

test('repeats a handler after the object died during it', async () => {
  const bench = new Bench();
  const dying = bench.wake();
  dying.set('probe', START);
  void dying.fire(() => new Promise(() => undefined));
  await bench.wake().fire(bench.note);
  expect(bench.fired).toEqual(['probe']);
});

test('an early alarm, after the clock went back, only sets itself again', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 1_000);
  bench.now = START - 86_400_000;
  await clock.fire(bench.note);
  expect(bench.fired).toEqual([]);
  expect(bench.physical).toBe(START + 1_000);
});

test.each([
  ['another instant', 5_000],
  ['the very instant at which it was due', 0],
])('a handler can set its own schedule again, even to %s', async (_what, afterMs) => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  await clock.fire(async (name) => clock.set(name, START + afterMs));
  expect(bench.rows.get('probe')).toEqual({ name: 'probe', dueAt: START + afterMs, failures: 0 });
  expect(bench.physical).toBe(START + afterMs);
});

test('does not fire what an earlier handler cancelled or moved', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('a', START);
  clock.set('b', START + 1);
  clock.set('c', START + 2);
  bench.now = START + 2;
  await clock.fire(async (name) => {
    bench.fired.push(name);
    clock.cancel('b');
    clock.set('c', START + 60_000);
  });
  expect(bench.fired).toEqual(['a']);
  expect(bench.physical).toBe(START + 60_000);
});

test('retries a failing handler with growing delays, without blocking others', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('bad', START);
  clock.set('good', START + 1);
  bench.now = START + 1;
  const failBad = async (name: string) => {
    bench.fired.push(name);
    if (name === 'bad') throw new Error('no luck');
  };
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await clock.fire(failBad);
    const next = bench.rows.get('bad')?.dueAt ?? Number.NaN;
    waits.push((next - bench.now) / 1_000);
    expect(bench.physical).toBe(next);
    bench.now = next;
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(bench.fired.filter((name) => name === 'good')).toHaveLength(1);
  expect(bench.errors).toHaveLength(9);

  await clock.fire(bench.note);
  expect(bench.rows.size).toBe(0);
  expect(bench.physical).toBeNull();
});

test('never throws, even without storage', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START);
  clock.set('later', START + 1_000);
  bench.isAlarmBroken = true;
  await expect(clock.fire(bench.note)).resolves.toBeUndefined();
  expect(bench.fired).toEqual(['probe']);
  expect(bench.errors).toHaveLength(1);
});

test('sets an alarm again that could not be set', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('probe', START + 1_000);
  bench.isAlarmBroken = true;
  await expect(clock.rearm()).rejects.toThrow('storage is away');
  bench.isAlarmBroken = false;
  await clock.rearm();
  expect(bench.physical).toBe(START + 1_000);
});

test('restores a lost alarm and keeps an existing one', async () => {
  const bench = new Bench();
  bench.wake().set('probe', START + 1_000);
  await bench.wake().ensureArmed();
  expect(bench.physical).toBe(START + 1_000);
  bench.physical = START + 77;
  await bench.wake().ensureArmed();
  expect(bench.physical).toBe(START + 77);
});

test('reads the stored schedules once in an object’s life, whatever its alarms change', async () => {
  const bench = new Bench();
  const clock = bench.wake();
  clock.set('poll', START + 1_000);
  await clock.rearm();
  for (const now of [START + 1_000, START + 2_000]) {
    bench.now = now;
    clock.onAlarm(now);
    await clock.fire(async () => clock.set('poll', now + 1_000));
  }
  expect([bench.reads, bench.physical]).toEqual([1, START + 3_000]);
  expect([...bench.rows.values()]).toEqual([{ name: 'poll', dueAt: START + 3_000, failures: 0 }]);
});
