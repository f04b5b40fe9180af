import { expect, test } from 'vitest';
import { openApiDocument } from '#app/api/plumbing/openapi.ts';
import { createRouter } from '#app/api/plumbing/router.ts';
import { getOpenApi } from '#app/api/portal.ts';
import { PORTAL_PLACEHOLDER, readApiDocument } from '#app/http/api-documents.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { readAsset } from '#workers/read-asset.ts';
import { testContext } from './request-context.ts';

const nameIn = (document: unknown) =>
  (document as ReturnType<typeof openApiDocument>).components.securitySchemes.cookie.name;

const portalOf = (host: string) => ({ url: `https://${host}`, host, isSecure: true });

test('fills in the portal’s address, and reads a document once per isolate', async () => {
  const paths: string[] = [];
  const readFile = async (path: string) => {
    paths.push(path);
    return JSON.stringify({ servers: [`${PORTAL_PLACEHOLDER}/api`] });
  };
  const context = testContext({ portal: portalOf('one.example'), readAsset: readFile });
  const first = await readApiDocument(context, 'openapi');
  expect(first).toEqual({ servers: ['https://one.example/api'] });
  expect(await readApiDocument(context, 'openapi')).toBe(first);
  expect(paths).toEqual(['/api-documents/openapi']);
});

test('answers 500 and reports it when the build has no document', async () => {
  const assets = { fetch: async () => new Response('Not found', { status: 404 }) } as unknown as Fetcher;
  const context = testContext({
    portal: portalOf('two.example'),
    readAsset: (path) => readAsset(assets, path),
  });
  const request = new Request('https://two.example/api/openapi.json');
  const answer = await createRouter([getOpenApi])(request, context);
  expect(answer?.status).toBe(500);
  expect(await answer?.json()).toMatchObject({ code: 'internal' });
  expect(context.reported).toEqual([new Error('The build has no file /api-documents/openapi: 404')]);
});

test.each([true, false])('names the session cookie as the portal sets it: on https %s', async (isSecure) => {
  const context = testContext({
    portal: { ...portalOf(`cookies-${isSecure}.example`), isSecure },
    readAsset: async () => JSON.stringify(openApiDocument(PORTAL_PLACEHOLDER, [])),
  });
  expect(nameIn(await readApiDocument(context, 'openapi'))).toBe(sessionCookie.nameOn(isSecure));
});
