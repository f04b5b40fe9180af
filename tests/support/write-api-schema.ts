import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { chapters, openApiDocument } from './declared-calls.ts';

/** What the tests' typed client is made of. */
export const typedSchemaFile = fileURLToPath(new URL('./api-schema.d.ts', import.meta.url));

/** @returns the description as types, as openapi-typescript writes them. */
export async function generateTypedSchema(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://weft.example', chapters))) as OpenAPI3;
  // As it was written, so that a run again finds nothing to change.
  return `// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// Written by \`node tests/support/write-api-schema.ts\` from the API's description.\n${astToString(await openapiTS(document))}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(typedSchemaFile, await generateTypedSchema());
