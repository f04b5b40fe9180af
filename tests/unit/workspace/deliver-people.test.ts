import { expect, test } from 'vitest';
import { deliverPeople } from '#durable-objects/workspace/deliver-people.ts';
import { facts } from '../instance/facts.ts';

const leavers = ['ada', 'bob', 'cy'].map((name) => ({
  email: `${name}@example.com`,
  isSignedOut: true,
  role: null,
  roleAt: 7,
}));

/** @param refused email whose removal the process refuses. */
function deliver(refused: string | null) {
  const [calls, reported]: [string[], unknown[]] = [[], []];
  const delivered = deliverPeople(
    {
      closedProcess: {
        signOut: async (_facts, email) => void calls.push(`out ${email}`),
        setPerson: async (_facts, { email, at }) => {
          if (email === refused) throw new Error('The process does not answer.');
          calls.push(`left ${email} at ${at}`);
        },
      },
      reportError: (error) => void reported.push(error),
    },
    facts(),
    leavers,
  );
  return { delivered, calls, reported };
}

test('delivers each change once', async () => {
  const { delivered, calls, reported } = deliver(null);
  expect(await delivered).toEqual(leavers);
  expect(calls).toEqual(leavers.flatMap(({ email }) => [`out ${email}`, `left ${email} at 7`]));
  expect(reported).toEqual([]);
});

test('keeps the changes that the process accepted before a failure, and reports the failure', async () => {
  const { delivered, calls, reported } = deliver('bob@example.com');
  expect(await delivered).toEqual(leavers.slice(0, 1));
  expect(calls).not.toContain('out cy@example.com');
  expect(reported).toHaveLength(1);
});

test('rejects when the process accepts no change', async () => {
  await expect(deliver('ada@example.com').delivered).rejects.toThrow('does not answer');
});
