import type { z } from 'zod';

/** A schema's own definition by zod, which names its type. */
export type Definition = z.core.$ZodTypes['_zod']['def'];

/**
 * @returns the definition of what a form posts for a schema, before defaults and transforms. zod's JSON Schema has the
 *   same, and is 6 kB of the Worker.
 */
export function postedDefinition(schema: z.core.$ZodType): Definition {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default') return postedDefinition(def.innerType);
  return def.type === 'pipe' ? postedDefinition(def.in) : def;
}

/** The checks that bound a length. */
type LengthCheck =
  | z.core.$ZodCheckMinLengthDef
  | z.core.$ZodCheckMaxLengthDef
  | z.core.$ZodCheckLengthEqualsDef;

/** @returns the bounds of a text's characters, or of a list's entries; undefined without one. */
export function lengthsOf({ checks = [] }: Definition): {
  minLength: number | undefined;
  maxLength: number | undefined;
} {
  const minima: number[] = [];
  const maxima: number[] = [];
  for (const { _zod } of checks) {
    const check = _zod.def as LengthCheck;
    if (check.check === 'min_length') minima.push(check.minimum);
    if (check.check === 'max_length') maxima.push(check.maximum);
    if (check.check === 'length_equals') {
      minima.push(check.length);
      maxima.push(check.length);
    }
  }
  return {
    minLength: minima.length > 0 ? Math.max(...minima) : undefined,
    maxLength: maxima.length > 0 ? Math.min(...maxima) : undefined,
  };
}
