import { expect, test } from 'vitest';
import { MAX_NOTED_PEOPLE } from '#app/domain/instance/machine/people.ts';
import { type InstanceState, instanceState, type PersonChange } from '#app/domain/instance/state.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { writeStoredState } from '#durable-objects/workspace/stored-state.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

/** The platform stores at most so much in a row. */
const MAX_ROW_BYTES = 2_000_000;
const MAX_EMAIL_LENGTH = 254;

/** The longest change of a person; each number is another person. */
function longest(number: number): PersonChange {
  const domain = '@example.com';
  return {
    email: String(number).padStart(MAX_EMAIL_LENGTH - domain.length, 'x') + domain,
    isSignedOut: true,
    role: 'operator',
    roleAt: Date.UTC(2026, 10, 21),
  };
}

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => longest(from + index));

/** A workspace with data to go back to, and with these changes. */
function worldWith(changes: Pick<InstanceState, 'changedSinceSave' | 'due'>): InstanceWorld {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  const until = world.now + 60 * MINUTE_MS;
  const saved = { version: '2.40.7', snapshot: 1, activeWorkflows: 1, isForced: false, until };
  world.stored = instanceState.parse({ ...world.state, saved, ...changes });
  return world;
}

const bytesOf = ({ state }: InstanceWorld) => Buffer.byteLength(writeStoredState(state));
const remove = (world: InstanceWorld, { email }: PersonChange) =>
  world.send({ kind: 'person-changed', email, role: null });

test('the most people that a state notes fit into its row, also after an update and a revert', () => {
  const full = people(MAX_NOTED_PEOPLE);
  const world = worldWith({ changedSinceSave: full, due: full });
  expect(bytesOf(world)).toBeLessThan(MAX_ROW_BYTES);
  world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
  expect(world.state.due).toHaveLength(MAX_NOTED_PEOPLE);
  expect(bytesOf(world)).toBeLessThan(MAX_ROW_BYTES);
});

test('a full list takes no further person, whom the outbox repeats, and completes the changes of known ones', () => {
  const world = worldWith({ changedSinceSave: [], due: people(MAX_NOTED_PEOPLE) });
  const { state } = world;
  expect(remove(world, longest(MAX_NOTED_PEOPLE))).toBeNull();
  expect(world.state).toEqual(state);
  remove(world, longest(0));
  expect(world.state.due).toHaveLength(MAX_NOTED_PEOPLE);
  expect(world.state.due.at(-1)).toMatchObject({ email: longest(0).email, role: null });
  // A process that is told makes room.
  world.send({ kind: 'people-delivered', generation: world.state.generation, people: people(50, 100) });
  remove(world, longest(MAX_NOTED_PEOPLE));
  expect(world.state.due.at(-1)?.email).toBe(longest(MAX_NOTED_PEOPLE).email);
});

test('gives up going back rather than a change of a person', () => {
  const world = worldWith({ changedSinceSave: people(MAX_NOTED_PEOPLE), due: [] });
  remove(world, longest(MAX_NOTED_PEOPLE));
  expect(world.state).toMatchObject({ saved: null, changedSinceSave: [], due: [{ role: null }] });
  expect(world.send({ kind: 'going-back-requested', accountId: 'acc_ada' })).toBe('going_back_unavailable');
});

test('keeps the data of a running update, whatever number of people change', () => {
  const world = worldWith({ changedSinceSave: people(MAX_NOTED_PEOPLE), due: [] });
  const { state } = world;
  const phase = { kind: 'pending', cause: 'update', startedAt: world.now, isClusterUnreachable: false };
  world.stored = instanceState.parse({ ...state, phase: { ...phase, update: { step: 'verifying' } } });
  remove(world, longest(MAX_NOTED_PEOPLE));
  expect(world.state.saved).toEqual(state.saved);
  expect(world.state.changedSinceSave).toHaveLength(MAX_NOTED_PEOPLE);
});

test('a role that is read again counts from the later reading, which overrules links issued before it', () => {
  const world = worldWith({ changedSinceSave: [], due: [] });
  const [{ email }] = people(1) as [PersonChange];
  for (const roleAt of [1, 2]) world.send({ kind: 'person-changed', email, role: 'member', roleAt });
  const noted = [{ email, isSignedOut: false, role: 'member', roleAt: 2 }];
  expect(world.state).toMatchObject({ changedSinceSave: noted, due: noted });
  const { state } = world;
  world.send({ kind: 'person-changed', email, role: 'member', roleAt: 2 });
  expect(world.state).toEqual(state);
});
