import { expect, test } from 'vitest';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { invalidForm } from '#app/http/parse-body.ts';

test('names an unknown field in well-formed text, wherever its emoji is cut', async () => {
  for (const length of [98, 99, 100, 101]) {
    const name = `${'a'.repeat(length)}\u{1f389}`;
    const answer = errorResponse(invalidForm([[name, fieldError('unknown_field')]]));
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect(Object.keys(fields).map((shown) => shown.isWellFormed())).toEqual([true]);
  }
});
