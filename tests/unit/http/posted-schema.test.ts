import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FormField } from '#app/http/form-fields.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** @returns what forms post for a schema, as zod's JSON Schema describes it. */
const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** @returns a JSON Schema's fields by the names that a form posts. */
function fieldsOf(schema: JsonSchema, name: string, maxRows: readonly number[]): Array<[string, FormField]> {
  if (schema.type === 'object') {
    return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      fieldsOf(property as JsonSchema, name === '' ? key : `${name}.${key}`, maxRows),
    );
  }
  if (schema.type !== 'array') return [[name, { maxValues: 1, maxRows }]];
  const items = schema.items as JsonSchema;
  const max = (schema.maxItems ?? items.enum?.length ?? Number.NaN) + 1;
  return items.type === 'object'
    ? fieldsOf(items, `${name}[]`, [...maxRows, max])
    : [[name, { maxValues: max, maxRows }]];
}

function constraintsOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, { type, minLength, maxLength }]) => [
      name,
      {
        ...(required.includes(name) && type !== 'boolean' && type !== 'array' && { required: true }),
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      },
    ],
  );
}

test.for(Object.entries(portalForms))('%s has the fields and bounds of its JSON Schema', ([, form]) => {
  const schema = jsonSchemaOf(form.schema);
  expect([...form.fields]).toEqual(fieldsOf(schema, '', []));
  expect(Object.entries(htmlConstraints(form.schema))).toEqual(constraintsOf(schema));
});

test('takes the narrowest of several bounds', () => {
  const schema = z.object({ a: z.string().min(2).min(3).max(9).max(8), b: z.string().length(4).optional() });
  expect(htmlConstraints(schema)).toEqual({
    a: { required: true, minLength: 3, maxLength: 8 },
    b: { minLength: 4, maxLength: 4 },
  });
});
