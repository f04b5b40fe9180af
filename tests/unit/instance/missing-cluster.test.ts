import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { World } from '#tests/lifecycle/world.ts';

test('a cluster that the configuration lacks says nothing about a workspace: it stays as it is, and is probed again', async () => {
  const world = new World();
  await world.sendFacts(world.entitlement);
  await world.passTo(world.now + MINUTE_MS);
  const { phase } = world.state ?? {};
  expect(phase?.kind).toBe('online');

  world.cluster.isConfigured = false;
  await world.passTo(world.now + 3 * HOUR_MS);
  expect(world.state?.phase).toEqual(phase);
  expect(world.store.schedules.get('probe')?.failures).toBeGreaterThan(10);

  world.cluster.isConfigured = true;
  await world.passTo(world.now + 5 * MINUTE_MS);
  expect(world.state?.phase).toEqual(phase);
  expect(world.store.schedules.get('probe')?.failures).toBe(0);
});
