import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { reorderKeys } from './reordered.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

/** Stores the state with all its keys in reverse order. @returns that state. */
function reorder(world: InstanceWorld) {
  world.stored = reorderKeys(world.state);
  return world.state;
}

const usage = { timeframe: '2027-01', executions: 850, activeWorkflows: 1 };

test.each<[string, (world: InstanceWorld) => void]>([
  ['facts', (world) => world.sendFacts(reorderKeys(world.state.facts))],
  ['settings', (world) => world.configure({ ...world.state.configuration, version: undefined })],
  ['usage', (world) => world.send({ kind: 'usage-read', usage })],
])('the same %s with reordered keys repeat no effect', (_what, repeat) => {
  const world = onlineWorld();
  world.send({ kind: 'usage-read', usage });
  const before = reorder(world);
  const effects = world.effects.length;
  repeat(world);
  expect(world.state).toBe(before);
  expect(world.effects).toHaveLength(effects);
});

test('reordered keys repeat no mail and restart no process', () => {
  const world = onlineWorld();
  world.passTo(START + 16 * DAY_MS);
  const mails = world.mails.length;
  const { generation, progress } = reorder(world);
  world.sendFacts({ ...reorderKeys(world.state.facts), factsRevision: 2, ownerEmail: 'new@example.com' });
  world.send({ kind: 'timetable-due' });
  expect(world.mails).toHaveLength(mails);
  expect(world.state).toMatchObject({ generation, progress });
});
