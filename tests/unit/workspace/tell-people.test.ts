import { expect, test } from 'vitest';
import { tellPeople } from '#durable-objects/workspace/tell-people.ts';
import { facts } from '../instance/facts.ts';

const leavers = ['ada', 'bob', 'cy'].map((name) => ({
  ...{ email: `${name}@example.com`, isSignedOut: true },
  role: null,
}));

/** @param refused email whose removal the process refuses. */
function tell(refused: string | null) {
  const [calls, reported]: [string[], unknown[]] = [[], []];
  const told = tellPeople(
    {
      closedProcess: {
        signOut: async (_facts, _key, email) => void calls.push(`out ${email}`),
        setPerson: async (_facts, _key, { email }) => {
          if (email === refused) throw new Error('The process does not answer.');
          calls.push(`left ${email}`);
        },
      },
      reportError: (error) => void reported.push(error),
    },
    { facts: facts(), signInKey: 'key' },
    leavers,
  );
  return { told, calls, reported };
}

test('tells each change once', async () => {
  const { told, calls, reported } = tell(null);
  expect(await told).toEqual(leavers);
  expect(calls).toEqual(leavers.flatMap(({ email }) => [`out ${email}`, `left ${email}`]));
  expect(reported).toEqual([]);
});

test('keeps what the process took before it did not answer, and reports the failure', async () => {
  const { told, calls, reported } = tell('bob@example.com');
  expect(await told).toEqual(leavers.slice(0, 1));
  expect(calls).not.toContain('out cy@example.com');
  expect(reported).toHaveLength(1);
});

test('rejects when the process takes no change', async () => {
  await expect(tell('ada@example.com').told).rejects.toThrow('does not answer');
});
