import { t } from '#app/i18n/t.ts';
import type { Answer, Chapter, Operation } from './define-call.ts';
import { type JsonSchema, schemaWriter } from './json-schema.ts';
import { describeCallers } from './openapi.ts';
import { refusalsOf } from './refusals.ts';

const MAX_DEPTH = 4;

/** @returns the reference as /api/docs shows it: plain data, made from the declarations. */
export function apiReference(portalUrl: string, chapters: readonly Chapter[]) {
  const writer = schemaWriter();
  return chapters.map(({ id, operations }) => ({
    id,
    title: t(`apiDescription.groups.${id}`),
    calls: operations.map((operation) => callOf(operation, portalUrl, writer)),
  }));
}

function callOf(operation: Operation, portalUrl: string, writer: ReturnType<typeof schemaWriter>) {
  const { id, method, path, parameters = {}, query = {}, body, answers } = operation;
  return {
    id,
    method,
    path: `/api${path}`,
    summary: t(`apiDescription.operations.${id}`),
    who: describeCallers(operation),
    parameters: [
      ...Object.keys(parameters).map((name) => ({ name, type: 'string', isRequired: true })),
      ...Object.keys(query).map((name) => ({ name: `?${name}`, type: 'string', isRequired: false })),
    ],
    body: body && {
      isOptional: body.isOptional === true,
      fields: fieldsOf(writer.write(body.schema, 'input'), writer.components),
    },
    curl: curlOf(operation, portalUrl),
    answers: Object.entries(answers).map(([status, answer]) => ({ status, ...contentOf(answer, writer) })),
    refusals: [...refusalsOf(operation)].map(([status, codes]) => ({
      status: String(status),
      codes: codes.map((code) => ({ code, sentence: t(`errors.${code}`) })),
    })),
  };
}

function contentOf({ content }: Answer, { write, components }: ReturnType<typeof schemaWriter>) {
  if (content === null || 'mediaType' in content)
    return { mediaType: content?.mediaType ?? null, example: null, fields: [] as Field[] };
  return {
    mediaType: 'application/json',
    example: JSON.stringify(content.example, null, 2),
    fields: fieldsOf(write(content.schema, 'output'), components),
  };
}

/** @returns the call as a command line, which works with the reader's token. */
function curlOf({ method, path, parameters = {}, who, body }: Operation, portalUrl: string): string {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name]?.example ?? name);
  const first = method === 'HEAD' ? '--head' : `--request ${method}`;
  return [
    `curl ${first} ${portalUrl}/api${url}`,
    ...(who.kind === 'anyone' ? [] : ['--header "Authorization: Bearer $WEFT_TOKEN"']),
    ...(body
      ? ['--header "Content-Type: application/json"', `--data '${JSON.stringify(body.example)}'`]
      : []),
  ].join(' \\\n  ');
}

interface Field {
  /** A path: dots for nested fields, brackets for lists. */
  name: string;
  type: string;
  isRequired: boolean;
}

/** @returns each field of an object, and of the objects in it, in the order of the schema. */
function fieldsOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  prefix = '',
  depth = 0,
): Field[] {
  const whole = resolve(schema, components);
  if (depth > MAX_DEPTH) return [];
  const options = whole.anyOf as JsonSchema[] | undefined;
  if (options) {
    const fields = options.flatMap((one) => fieldsOf(one, components, prefix, depth));
    return fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
  }
  if (whole.type === 'array')
    return fieldsOf(whole.items as JsonSchema, components, `${prefix}[]`, depth + 1);
  const required = new Set(whole.required as string[] | undefined);
  return Object.entries((whole.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, part]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const field = { name, type: typeOf(part, components), isRequired: required.has(key) };
    return [field, ...fieldsOf(part, components, name, depth + 1)];
  });
}

function typeOf(schema: JsonSchema, components: Record<string, JsonSchema>): string {
  const whole = resolve(schema, components);
  const options = whole.anyOf as JsonSchema[] | undefined;
  if (options) return [...new Set(options.map((one) => typeOf(one, components)))].join(' | ');
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (Array.isArray(whole.enum)) return whole.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (whole.type === 'array') return `${typeOf(whole.items as JsonSchema, components)}[]`;
  return String(whole.format ?? whole.type ?? 'any');
}

function resolve(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '');
  return components[name] ?? schema;
}
