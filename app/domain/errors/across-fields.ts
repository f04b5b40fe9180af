import type { z } from 'zod';

/**
 * Options of a rule over several fields of a form. zod checks such a rule only when every field is valid; this one needs
 * only its own fields to be valid, so that a form shows all its errors together.
 *
 * @param fields what the rule reads; the first field gets the error.
 * @param error the field's error (`fieldError`).
 */
export function acrossFields(fields: readonly [string, ...string[]], error: string) {
  const read: readonly PropertyKey[] = fields;
  return {
    error,
    path: [fields[0]],
    when: ({ issues }: z.core.ParsePayload) =>
      issues.every(({ path }) => path?.[0] !== undefined && !read.includes(path[0])),
  };
}
