import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';

/** Limits of a refusal, which does not repeat a body of a megabyte. */
const MAX_NAMED_FIELDS = 20;
const MAX_NAME_LENGTH = 100;

/** @returns the body as its schema reads it. @throws AppError invalid_form with each wrong field's path, such as `a.b`. */
export function parseBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidForm(
    parsed.error.issues.flatMap((issue): NamedError[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => [[...issue.path, key].join('.'), fieldError('unknown_field')]);
      // The parser's own messages are not our sentences.
      const isOurs = issue.message.startsWith('fieldErrors.');
      return [[issue.path.join('.'), isOurs ? issue.message : fieldError('value_invalid')]];
    }),
  );
}

type NamedError = [name: string, key: string];

/** @returns the refusal of these fields, the first error of each. */
export function invalidForm(errors: NamedError[]): AppError {
  const first = new Map<string, string>();
  for (const [name, key] of errors) {
    const short = name.slice(0, MAX_NAME_LENGTH);
    if (!first.has(short) && first.size < MAX_NAMED_FIELDS) first.set(short, key);
  }
  return new AppError('invalid_form', { fields: Object.fromEntries(first) });
}
