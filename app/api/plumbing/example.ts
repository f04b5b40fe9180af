import { z } from 'zod';

export type ExampleMembers<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: ExampleMembers<Value[Name]> }
    : Value;

/**
 * @param given the example, or those members of it that differ from the schema's own.
 * @returns the schema's example (`.meta({ example })`), else one of its parts' examples; undefined where a part has
 *   none. What can be null is null, unless it is an object with an example; an optional field without one is left out.
 */
export function exampleOf(schema: z.ZodType, given?: unknown): unknown {
  const own = schema.meta()?.example;
  if (own !== undefined) return given === undefined ? own : given;
  if (schema instanceof z.ZodObject) return exampleOfObject(schema, given as Record<string, unknown>);
  if (given !== undefined) return given;
  if (schema instanceof z.ZodNullable) {
    const inner = schema.unwrap() as z.ZodType;
    return (inner instanceof z.ZodObject ? exampleOf(inner) : undefined) ?? null;
  }
  return schema instanceof z.ZodArray ? [exampleOf(schema.element as z.ZodType)] : undefined;
}

function exampleOfObject({ shape }: z.ZodObject, given: Record<string, unknown> = {}): unknown {
  const members = Object.entries<z.ZodType>(shape)
    .map(([name, part]) => ({ name, part, example: exampleOf(part, given[name]) }))
    .filter(({ part, example }) => example !== undefined || !(part instanceof z.ZodOptional));
  if (members.some(({ example }) => example === undefined)) return undefined;
  return Object.fromEntries(members.map(({ name, example }) => [name, example]));
}
