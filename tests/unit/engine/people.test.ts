import { beforeEach, expect, test } from 'vitest';
import type { N8n, N8nUser, NewUser } from '#engine/hook/n8n/n8n.ts';
import { createPeople, namesOf } from '#engine/hook/people.ts';
import { openState } from '#engine/hook/state.ts';

/** n8n's user table as the hook sees it: the only simulated part of n8n. */
function table() {
  const users: N8nUser[] = [];
  const done: string[] = [];
  const add = (person: NewUser, isOwner: boolean) => {
    const user = { id: `u${users.length}`, email: person.email.toLowerCase(), isOwner, isDisabled: false };
    users.push(user);
    return user;
  };
  const people: N8n['people'] = {
    find: async (email) => users.find((user) => user.email === email.toLowerCase()) ?? null,
    owner: async () => users.find(({ isOwner }) => isOwner) ?? null,
    async setUpOwner(person) {
      if (users.some(({ isOwner }) => isOwner)) throw new Error('Instance owner already setup');
      return add(person, true);
    },
    createAdmin: async (person) => add(person, false),
    async makeOwner(userId) {
      for (const user of users) user.isOwner = user.id === userId;
    },
    rename: async () => {},
    async setDisabled(userId, isDisabled) {
      for (const user of users) if (user.id === userId) user.isDisabled = isDisabled;
    },
    endSessions: async (userId) => void done.push(`sessions of ${userId} ended`),
    removeKeys: async (userId) => void done.push(`keys of ${userId} removed`),
  };
  return { users, done, n8n: { people } as N8n };
}

let world: ReturnType<typeof table>;
let people: ReturnType<typeof createPeople>;
beforeEach(() => {
  world = table();
  people = createPeople(world.n8n, openState(':memory:'));
});

const link = (email: string, role: 'owner' | 'member' = 'owner', iat = 10) => ({
  jti: email,
  iat,
  exp: iat + 60_000,
  email,
  name: 'Ada Lovelace',
  role,
});
const owners = () => world.users.filter(({ isOwner }) => isOwner).map(({ email }) => email);

test('the first of two concurrent owners sets up the instance', async () => {
  await Promise.all([people.admit(link('ada@x.example')), people.admit(link('grace@x.example'))]);
  expect(world.users.map(({ email, isOwner }) => [email, isOwner])).toEqual([
    ['ada@x.example', true],
    ['grace@x.example', false],
  ]);
});

test('a member who signs in first does not run the setup', async () => {
  await people.admit(link('grace@x.example', 'member'));
  expect(owners()).toEqual([]);
  await people.admit(link('ada@x.example'));
  expect(owners()).toEqual(['ada@x.example']);
});

test('the next owner gets the instance when its owner changes role or leaves', async () => {
  await people.admit(link('ada@x.example'));
  await people.setRole('ada@x.example', 'member', 1);
  await people.admit(link('grace@x.example'));
  expect(owners()).toEqual(['grace@x.example']);
  await people.setRole('grace@x.example', null, 1);
  await people.setRole('ada@x.example', 'owner', 2);
  expect(owners()).toEqual(['ada@x.example']);
});

test('a link signed before a role change does not restore the earlier role', async () => {
  await people.setRole('ada@x.example', 'member', 20);
  await people.admit(link('ada@x.example', 'owner', 15));
  expect(owners()).toEqual([]);
  await people.admit(link('ada@x.example', 'owner', 25));
  expect(owners()).toEqual(['ada@x.example']);
});

test('a person who left has no session or key, and returns only with a link', async () => {
  const { id } = await people.admit(link('ada@x.example'));
  await people.setRole('ADA@x.example', null, 1);
  expect(world.users).toMatchObject([{ isDisabled: true }]);
  expect(world.done).toEqual([`sessions of ${id} ended`, `keys of ${id} removed`]);
  await people.admit(link('ada@x.example'));
  expect(world.users).toMatchObject([{ isDisabled: false }]);
});

test('a user created inside n8n loses its creator’s password and keys, once', async () => {
  const made = await world.n8n.people.createAdmin({ email: 'ada@x.example', firstName: '', lastName: '' });
  await people.admit(link('ada@x.example'));
  await people.admit(link('ada@x.example'));
  expect(world.done).toEqual([`sessions of ${made.id} ended`, `keys of ${made.id} removed`]);
});

test('a failure does not block the next person', async () => {
  const { find } = world.n8n.people;
  world.n8n.people.find = () => Promise.reject(new Error('busy'));
  await expect(people.admit(link('ada@x.example'))).rejects.toThrow('busy');
  world.n8n.people.find = find;
  await expect(people.admit(link('ada@x.example'))).resolves.toMatchObject({ email: 'ada@x.example' });
});

test.each([
  ['Ada', 'Ada', ''],
  ['Ada King Lovelace', 'Ada', 'King Lovelace'],
  ['  Ada   Lovelace ', 'Ada', 'Lovelace'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 Grace', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'Grace'],
  ['x'.repeat(100), 'x'.repeat(32), ''],
])('%s has two names in n8n', (name, firstName, lastName) => {
  expect(namesOf(name)).toEqual({ firstName, lastName });
});
