import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { World } from '#tests/lifecycle/world.ts';

/** Fires each alarm on the way. */
async function passTo(world: World, at: number): Promise<void> {
  for (let next = world.store.alarmAt; next !== null && next <= at; next = world.store.alarmAt) {
    world.now = Math.max(world.now, next);
    await world.fireAlarm();
  }
  world.now = at;
}

test('a reading that fails after a webhook was held at the limit is repeated within a minute, not by the next probe', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await passTo(world, world.now + MINUTE_MS);
  expect(world.state?.phase.kind).toBe('online');

  world.outside.executions = world.limit;
  const { instance } = await world.wake();
  await instance.onLimitReached();
  const serving = vi.spyOn(world.cluster, 'isServing', 'get').mockReturnValue(false);
  await passTo(world, world.now + MINUTE_MS);
  expect(world.outside.mails.size).toBe(0);
  serving.mockRestore();
  await passTo(world, world.now + MINUTE_MS);
  expect([...world.outside.mails.keys()]).toEqual([expect.stringMatching(/^usage:.*:100$/)]);
});
