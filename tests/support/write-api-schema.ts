import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { chapters, openApiDocument } from './declared-calls.ts';

/** The types of the tests' client. */
export const typedSchemaFile = fileURLToPath(new URL('./api-schema.d.ts', import.meta.url));

/** The paths of the client's script (`tests/portal/api-client.test.ts`). The types of all would be 7,000 lines. */
const scriptPaths = [
  '/auth/me',
  '/auth/register',
  '/auth/confirm-email',
  '/auth/logout',
  '/personalization-survey/answer',
  '/account/selected-apps',
  '/instance',
  '/instance/configuration',
  '/instance/restart',
  '/export/workflows',
  '/export/{id}',
  '/v1/paddle/plans',
  '/v1/paddle/plan/{id}/generatePayLink',
];

const document = JSON.parse(JSON.stringify(openApiDocument('https://weft.example', chapters))) as OpenAPI3;

/** @returns the API's description as types, written by openapi-typescript. @param paths by default, every path. */
export async function generateTypes(paths = document.paths ?? {}): Promise<string> {
  return astToString(await openapiTS({ ...document, paths }));
}

/** @returns the file of the script's types. */
export async function generateTypedSchema(): Promise<string> {
  const paths = Object.fromEntries(scriptPaths.map((path) => [path, document.paths?.[path] ?? {}]));
  // Unchanged formatting, so that a repeated run finds no difference.
  return `// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// Written by \`node tests/support/write-api-schema.ts\` from the API's description.\n${await generateTypes(paths)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(typedSchemaFile, await generateTypedSchema());
