import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { World } from '#tests/lifecycle/world.ts';

async function passTo(world: World, at: number): Promise<void> {
  for (let next = world.store.alarmAt; next !== null && next <= at; next = world.store.alarmAt) {
    world.now = Math.max(world.now, next);
    await world.fireAlarm();
  }
  world.now = at;
}

test('a cluster that the configuration lacks says nothing about a workspace: it stays as it is, and is probed again', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await passTo(world, world.now + MINUTE_MS);
  const { phase } = world.state ?? {};
  expect(phase?.kind).toBe('online');

  world.cluster.isConfigured = false;
  await passTo(world, world.now + 3 * HOUR_MS);
  expect(world.state?.phase).toEqual(phase);
  expect(world.store.schedules.get('probe')?.failures).toBeGreaterThan(10);

  world.cluster.isConfigured = true;
  await passTo(world, world.now + 5 * MINUTE_MS);
  expect(world.state?.phase).toEqual(phase);
  expect(world.store.schedules.get('probe')?.failures).toBe(0);
});
