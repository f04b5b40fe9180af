import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { urlOf } from '#app/http/url-of.ts';

export interface Parameter<Value> {
  schema: z.ZodType<Value>;
  example: string;
}

/** Reads the declared parameters of a query. @throws AppError invalid_query naming the first that is invalid or repeated. */
export function readQuery<Query>(request: Request, declared: Record<string, Parameter<unknown>> = {}) {
  const { searchParams } = urlOf(request);
  const entries = Object.entries(declared).flatMap(([name, { schema }]) => {
    const given = searchParams.getAll(name);
    if (given.length === 0) return [];
    // No schema accepts a list, so a repeated parameter fails with the parameter's own message.
    const parsed = schema.safeParse(given.length === 1 ? given[0] : given);
    if (parsed.success) return [[name, parsed.data]];
    throw new AppError('invalid_query', { fields: { [name]: String(parsed.error.issues[0]?.message) } });
  });
  // The schemas of `declared` describe each value.
  return Object.fromEntries(entries) as Partial<Query>;
}
