import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeliverers } from '#workers/deliver-within-limit.ts';

let now = 0;
const clock = { now: () => now };

beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function deliveries() {
  const begun: Array<{ end(error?: unknown): void }> = [];
  const deliver = () =>
    new Promise<void>((resolve, reject) => {
      begun.push({ end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { begun, deliver };
}

test('two deliver at a time; requests in between cause one more run', async () => {
  const deliverWithinLimit = createDeliverers(clock);
  const { begun, deliver } = deliveries();
  const asked = Promise.all(Array.from({ length: 50 }, () => deliverWithinLimit(deliver)));
  expect(begun).toHaveLength(2);
  for (const { end } of begun) end();
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toHaveLength(4);
  for (const { end } of begun) end();
  await asked;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(4);
});

test('reports a failed delivery to its request, and makes room', async () => {
  const deliverWithinLimit = createDeliverers(clock);
  const { begun, deliver } = deliveries();
  const failing = [deliverWithinLimit(deliver), deliverWithinLimit(deliver)];
  const outcomes = Promise.allSettled(failing);
  for (const { end } of begun) end(new Error('down'));
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void deliverWithinLimit(deliver);
  expect(begun).toHaveLength(3);
});

test('requests that end during a delivery block nothing after half a minute', () => {
  const deliverWithinLimit = createDeliverers(clock);
  const { begun, deliver } = deliveries();
  for (let asked = 0; asked < 3; asked += 1) void deliverWithinLimit(deliver);
  now += 31_000;
  void deliverWithinLimit(deliver);
  expect(begun).toHaveLength(3);
});

test('a deliverer stops after a quarter of a minute, whatever the load', async () => {
  const deliverWithinLimit = createDeliverers(clock);
  const { begun, deliver } = deliveries();
  const first = deliverWithinLimit(deliver);
  void deliverWithinLimit(deliver);
  void deliverWithinLimit(deliver);
  now += 16_000;
  begun[0]?.end();
  await first;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(2);
});
