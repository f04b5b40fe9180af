import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { notedChanges } from '#durable-objects/workspace/noted-changes.ts';

const AT = Date.UTC(2026, 10, 26);

function signOutsOfObject() {
  const stored = new Map<string, string>();
  const kv = {
    get: (key: string) => JSON.parse(stored.get(key) ?? 'null') ?? undefined,
    put: (key: string, value: unknown) => void stored.set(key, JSON.stringify(value)),
  };
  return notedChanges({ kv }, 'sign-outs');
}

test('a repeated sign-out does not make a later one of the same person unknown', () => {
  const signOuts = signOutsOfObject();
  signOuts.add('ada@example.com', AT);
  signOuts.add('ada@example.com', AT + 1);
  signOuts.add('ada@example.com', AT);
  expect(signOuts.has('ada@example.com', AT + 1)).toBe(true);
  expect(signOuts.has('ada@example.com', AT + 2)).toBe(false);
});

test('forgets the sign-outs of other people after a day', () => {
  const signOuts = signOutsOfObject();
  signOuts.add('ada@example.com', AT);
  signOuts.add('eve@example.com', AT + HOUR_MS);
  signOuts.add('bob@example.com', AT + DAY_MS);
  expect(signOuts.has('ada@example.com', AT)).toBe(false);
  expect(signOuts.has('eve@example.com', AT + HOUR_MS)).toBe(true);
});
