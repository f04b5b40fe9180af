import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { World } from '#tests/lifecycle/world.ts';

test('a reading that fails after a webhook was held at the limit is repeated within a minute, not by the next probe', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await world.passTo(world.now + MINUTE_MS);
  expect(world.state?.phase.kind).toBe('online');

  world.outside.executions = world.limit;
  const { instance } = await world.wake();
  await instance.onLimitReached();
  const serving = vi.spyOn(world.cluster, 'isServing', 'get').mockReturnValue(false);
  await world.passTo(world.now + MINUTE_MS / 2);
  expect(world.outside.mails.size).toBe(0);
  serving.mockRestore();
  await world.passTo(world.now + MINUTE_MS);
  expect([...world.outside.mails.keys()]).toEqual([expect.stringMatching(/^usage:.*:100$/)]);
});

test('a reading that keeps failing is tried less and less often, however many webhooks are held', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await world.passTo(world.now + MINUTE_MS);
  world.outside.executions = world.limit;
  const serving = vi.spyOn(world.cluster, 'isServing', 'get').mockReturnValue(false);
  // Until the next probe.
  for (let minute = 0; minute < 50; minute += 1) {
    const { instance } = await world.wake();
    await instance.onLimitReached();
    await world.passTo(world.now + MINUTE_MS);
    // The delay is durable.
    if (minute % 10 === 0) world.evict();
  }
  expect(serving.mock.calls.length).toBeLessThan(20);
  serving.mockRestore();
  await world.passTo(world.now + 5 * MINUTE_MS);
  expect([...world.outside.mails.keys()]).toEqual([expect.stringMatching(/^usage:.*:100$/)]);
});

test('a reading that keeps failing is tried after one, two and four minutes, and then every five', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await world.passTo(world.now + MINUTE_MS);
  world.outside.executions = world.limit;
  const triedAt: number[] = [];
  vi.spyOn(world.cluster, 'isServing', 'get').mockImplementation(() => {
    triedAt.push(world.now);
    return false;
  });
  const { instance } = await world.wake();
  await instance.onLimitReached();
  await world.passTo(world.now + 20 * MINUTE_MS);
  const pauses = triedAt.slice(1).map((at, index) => (at - Number(triedAt[index])) / MINUTE_MS);
  expect(pauses).toEqual([1, 2, 4, 5, 5]);
});
