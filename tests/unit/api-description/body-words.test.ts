import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { parseBody } from '#app/http/parse-body.ts';
import { operations } from '../../support/declared-calls.ts';

type Body = NonNullable<(typeof operations)[number]['body']>;

const odd = [null, 8, -1, 1.5, true, '', 'x', 'x'.repeat(9_999), [], [null], {}];

/** @returns variants of a body's example: each member replaced, each member omitted, and an unknown member added. */
function wrongBodies({ example }: Body): object[] {
  const members = Object.entries(example as object).flatMap(([name, good]) => [
    ...odd.map((value) => ({ ...(example as object), [name]: value })),
    ...odd.map((value) => ({
      ...(example as object),
      [name]: { ...Object(good), [Object.keys(Object(good))[0] ?? 'x']: value },
    })),
    Object.fromEntries(Object.entries(example as object).filter(([other]) => other !== name)),
  ]);
  return [...members, { ...(example as object), unknown: 1 }];
}

function errorsOf({ schema }: Body, body: object): string[] {
  try {
    parseBody(schema, body);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Object.values(error.fields ?? {});
  }
}

test.for(operations.flatMap(({ id, body }) => (body ? [[id, body] as const] : [])))(
  '%s refuses each invalid field with our own message',
  ([, body]) => {
    const errors = wrongBodies(body).flatMap((wrong) => errorsOf(body, wrong));
    expect(errors).not.toEqual([]);
    expect(errors.filter((error) => !error.startsWith('fieldErrors.'))).toEqual([]);
  },
);
