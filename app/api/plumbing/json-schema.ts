import { z } from 'zod';

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** Collects named schemas for the components of the OpenAPI document. */
export function schemaWriter() {
  const components: Record<string, JsonSchema> = {};

  /** @param io `input` before transforms, `output` after. @returns the schema, with a reference for each named part. */
  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped in an object, so that a named schema becomes a reference at the top level, too.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // The pattern of the format is a page long and adds nothing.
        if (jsonSchema.format === 'email') delete jsonSchema.pattern;
        // The document has an example of each answer as a whole.
        delete jsonSchema.example;
      },
    }) as unknown as { properties: { schema: JsonSchema }; $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _id, ...rest } = definition;
      components[name] = withComponentReferences(rest);
    }
    return withComponentReferences(properties.schema);
  }

  return { write, components };
}

function withComponentReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
