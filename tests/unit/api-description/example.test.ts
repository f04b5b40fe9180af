import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from '#app/api/plumbing/example.ts';

const person = z.strictObject({
  name: z.string().meta({ example: 'ada' }),
  age: z.int().nullable(),
  email: z.string().optional(),
});

test('an example is made of those of the fields, with null or nothing where a field has none', () => {
  expect(exampleOf(person)).toEqual({ name: 'ada', age: null });
  expect(exampleOf(z.array(person))).toEqual([{ name: 'ada', age: null }]);
  expect(exampleOf(z.strictObject({ owner: person.nullable() }))).toEqual({
    owner: { name: 'ada', age: null },
  });
});

test('given members replace those of the schema, at any depth', () => {
  const account = z.strictObject({ owner: person, id: z.int().meta({ example: 1 }) });
  expect(exampleOf(account, { owner: { age: 36 } })).toEqual({ owner: { name: 'ada', age: 36 }, id: 1 });
});

test('an object has no example while a required field has none', () => {
  expect(exampleOf(z.strictObject({ name: z.string() }))).toBe(undefined);
  expect(exampleOf(z.strictObject({ owner: z.strictObject({ name: z.string() }).nullable() }))).toEqual({
    owner: null,
  });
});
