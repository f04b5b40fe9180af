import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { openApiDocument } from '#app/http/api-description/openapi.ts';
import { cacheableJson } from '#app/http/etag.ts';
import { api } from '#app/http/handlers.ts';

/** It changes with a deployment alone, so that writing it once is enough for each address that it names. */
const writtenFor = new Map<string, string>();

/** `GET /openapi.json`: the description of the API as an OpenAPI 3.1 document, for anyone; 304 for who has it. */
export const loader = api(anyone, async ({ request, context }) => {
  const { url } = context.portal;
  const text = writtenFor.get(url) ?? JSON.stringify(openApiDocument(url));
  writtenFor.set(url, text);
  return cacheableJson(request, text, { cacheControl: 'public, max-age=300' });
});

export const action = refuseMethod('GET, HEAD');
