import { z } from 'zod';
import type { FormConstraints } from '#app/components/form/constraints.ts';

/**
 * A form's HTML constraints, from the one schema that the server validates with (design §3, "Forms"). Made on the
 * server and sent as loader data, so that no schema is shipped to the browser.
 *
 * @param schema an object schema; constraints beyond JSON Schema are left to the server.
 */
export function htmlConstraints(schema: z.ZodType): FormConstraints {
  const known = cache.get(schema);
  if (known) return known;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const constraints: FormConstraints = {};
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property !== 'object') continue;
    const { type, minLength, maxLength } = flatten(property);
    // An unticked checkbox and an empty list are answers, which `required` would refuse.
    const isRequired = required.includes(name) && type !== 'boolean' && type !== 'array';
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

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema lists every check after the first in `allOf`. */
function flatten(property: JsonSchema): JsonSchema {
  return Object.assign({}, property, ...(property.allOf ?? []));
}
