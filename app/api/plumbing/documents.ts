import { type ApiDocument, apiDocumentPath, PORTAL_PLACEHOLDER } from '#app/http/api-documents.ts';
import { chapters } from '../index.ts';
import { openApiDocument } from './openapi.ts';
import { apiReference } from './reference.ts';

/** @returns the text of each document that describes the API, by its path in the build. Only for the build (`vite.api.ts`). */
export function writeApiDocuments(): Record<string, string> {
  const documents: Record<ApiDocument, unknown> = {
    openapi: openApiDocument(PORTAL_PLACEHOLDER, chapters),
    reference: apiReference(PORTAL_PLACEHOLDER, chapters),
  };
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [
      apiDocumentPath(name as ApiDocument),
      JSON.stringify(document),
    ]),
  );
}
