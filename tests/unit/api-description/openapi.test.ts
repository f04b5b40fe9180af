import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { apiDescription } from '#app/i18n/en/api-description.ts';
import { chapters, openApiDocument, operations } from '../../support/declared-calls.ts';
import { generateTypedSchema, generateTypes, typedSchemaFile } from '../../support/write-api-schema.ts';

const document = openApiDocument('https://weft.example', chapters);

test('passes a standard linter', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the linter reports a broken document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const broken = { ...document, paths: { '/x': { get: { responses: {} } } } };
  expect(await lintFromString({ source: JSON.stringify(broken), config })).not.toEqual([]);
});

test('has an id and a sentence for each call, and no other sentence', () => {
  const ids = operations.map(({ id }) => id);
  expect([...ids].sort()).toEqual(Object.keys(apiDescription.operations).sort());
  const addresses = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.for(operations)('$id: its examples match its schemas', ({ path, parameters = {}, body, answers }) => {
  expect(Object.keys(parameters)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const { schema, example } of Object.values(parameters))
    expect(schema.safeParse(example).error).toBe(undefined);
  if (body) expect(body.schema.safeParse(body.example).error).toBe(undefined);
  for (const { content } of Object.values(answers)) {
    if (content && 'schema' in content)
      expect(content.schema.safeParse(content.example).error).toBe(undefined);
  }
});

test('generates the typed client that the tests use', async () => {
  expect(await readFile(typedSchemaFile, 'utf8')).toBe(await generateTypedSchema());
});

test('generates types of every call', async () => {
  const types = await generateTypes();
  expect(operations.filter(({ id }) => !types.includes(`    ${id}: {`))).toEqual([]);
});
