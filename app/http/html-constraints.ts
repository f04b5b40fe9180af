import type { z } from 'zod';
import type { FormConstraints } from '#app/domain/forms/constraints.ts';
import { lengthsOf, postedDefinition } from './posted-schema.ts';

/**
 * A form's HTML constraints: its fields' presence and lengths, from the schema that the server validates with (design
 * §3, "Forms"). Sent as loader data, so that no schema is shipped to the browser.
 */
export function htmlConstraints(schema: z.ZodType): FormConstraints {
  const known = cache.get(schema);
  if (known) return known;
  const form = postedDefinition(schema);
  const constraints: FormConstraints = {};
  for (const [name, field] of Object.entries(form.type === 'object' ? form.shape : {})) {
    const def = postedDefinition(field);
    // An unticked checkbox and an empty list are answers, which `required` would refuse.
    const isRequired = field._zod.optin === undefined && def.type !== 'boolean' && def.type !== 'array';
    const { minLength, maxLength } = def.type === 'string' ? lengthsOf(def) : {};
    constraints[name] = {
      ...(isRequired && { required: true }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
  }
  cache.set(schema, constraints);
  return constraints;
}

const cache = new WeakMap<z.ZodType, FormConstraints>();
