import { expect, test } from 'vitest';
import { createWorkQueue } from '#durable-objects/password-hasher/work-queue.ts';

/** Work that runs until the test ends it. */
function slowWork() {
  const running: Array<{ name: string; end(error?: Error): void }> = [];
  const started: string[] = [];
  const start = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      running.push({ name, end: (error) => (error ? reject(error) : resolve(name)) });
    });
  return { start, started, running };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs one task at a time, in order of arrival, with a pause before each', async () => {
  let pauses = 0;
  const queue = createWorkQueue(10, async () => {
    pauses += 1;
  });
  const { start, started, running } = slowWork();
  const results = ['first', 'second', 'third'].map((name) => queue.run(1, start(name)));
  for (const done of [1, 2, 3]) {
    await settle();
    expect(started).toHaveLength(done);
    expect(pauses).toBe(done);
    running[done - 1]?.end();
  }
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third']);
});

test('refuses tasks beyond its limit, and accepts them once earlier tasks are done or have failed', async () => {
  const queue = createWorkQueue(3, async () => {});
  const { start, running } = slowWork();
  const first = queue.run(2, start('first'));
  expect(queue.run(2, start('too much'))).toBeNull();
  const second = queue.run(1, start('second'));
  expect(queue.run(1, start('too much'))).toBeNull();
  await settle();
  running[0]?.end(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  const third = queue.run(2, start('third'));
  expect(third).not.toBeNull();
  await settle();
  running[1]?.end();
  await settle();
  running[2]?.end();
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
});

test('starts work of any amount on an empty queue', async () => {
  const queue = createWorkQueue(3, async () => {});
  expect(await queue.run(100, async () => 'done')).toBe('done');
});
