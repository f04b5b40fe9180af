import { z } from 'zod';
import { readApiDocument } from '#app/http/api-documents.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';
import type { openApiDocument } from './plumbing/openapi.ts';

/** Design §4, "API": the document that the build made of these declarations. */
export const getOpenApi = defineCall('GET /openapi.json', {
  who: anyone,
  caching: { cacheControl: 'public, max-age=300' },
  answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), { openapi: '3.1.1' }) },
  handle: async ({ context }) =>
    (await readApiDocument(context, 'openapi')) as ReturnType<typeof openApiDocument>,
});
