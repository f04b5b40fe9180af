import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { chapters, openApiDocument } from './declared-calls.ts';

/** The types of the tests' client. */
export const typedSchemaFile = fileURLToPath(new URL('./api-schema.d.ts', import.meta.url));

/** @returns the API description as types, written by openapi-typescript. */
export async function generateTypedSchema(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://weft.example', chapters))) as OpenAPI3;
  // Unchanged formatting, so that a repeated run finds no difference.
  return `// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// Written by \`node tests/support/write-api-schema.ts\` from the API's description.\n${astToString(await openapiTS(document))}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(typedSchemaFile, await generateTypedSchema());
