import { z } from 'zod';
import { anyone } from '#app/http/admission.ts';
import { defineCall, json, type Operation } from './plumbing/define-call.ts';
import { openApiDocument } from './plumbing/openapi.ts';

/** @param readCalls all calls, this one included. */
export function defineGetOpenApi(readCalls: () => readonly Operation[]) {
  /** By the portal's address: the document changes with a deployment only. */
  const written = new Map<string, ReturnType<typeof openApiDocument>>();
  return defineCall('getOpenApi', 'GET /openapi.json', {
    group: 'portal',
    who: anyone,
    caching: { cacheControl: 'public, max-age=300' },
    answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), { openapi: '3.1.1' }) },
    async handle({ context: { portal } }) {
      const document = written.get(portal.url) ?? openApiDocument(portal.url, readCalls());
      written.set(portal.url, document);
      return document;
    },
  });
}
