import type { z } from 'zod';

/**
 * Options of a rule over several fields of a form. zod would check it only once every field is right; this checks it once
 * its own fields are, so that a person hears of all that is wrong at once.
 *
 * @param fields what the rule reads; the first is the field that is told.
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
