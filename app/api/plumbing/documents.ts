import { apiDocumentPath, PORTAL_PLACEHOLDER } from '#app/http/api-documents.ts';
import { chapters } from '../index.ts';
import { openApiDocument } from './openapi.ts';
import { apiReference } from './reference.ts';

/** @returns the text of each document that describes the API, by its path in the build. Only for the build (`vite.api.ts`). */
export function writeApiDocuments(): Record<string, string> {
  return {
    [apiDocumentPath('openapi')]: JSON.stringify(openApiDocument(PORTAL_PLACEHOLDER, chapters)),
    [apiDocumentPath('reference')]: JSON.stringify(apiReference(PORTAL_PLACEHOLDER, chapters)),
  };
}
