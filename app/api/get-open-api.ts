import { z } from 'zod';
import { anyone, defineCall, json } from './plumbing/call.ts';
import type { Chapter } from './plumbing/define-call.ts';
import { openApiDocument } from './plumbing/openapi.ts';

/** @param readChapters all calls, this one included. */
export function defineGetOpenApi(readChapters: () => readonly Chapter[]) {
  /** Cached by the portal's address: the document changes only with a deployment. */
  const written = new Map<string, ReturnType<typeof openApiDocument>>();
  return defineCall('getOpenApi', 'GET /openapi.json', {
    who: anyone,
    caching: { cacheControl: 'public, max-age=300' },
    answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), { openapi: '3.1.1' }) },
    async handle({ context: { portal } }) {
      const document = written.get(portal.url) ?? openApiDocument(portal.url, readChapters());
      written.set(portal.url, document);
      return document;
    },
  });
}
