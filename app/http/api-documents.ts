import { sessionCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/** The documents that describe the API, which the build makes from the calls' declarations (`vite.api.ts`). */
export type ApiDocument = 'openapi' | 'reference';

/** The portal's address in a built document: a build serves several portals. */
export const PORTAL_PLACEHOLDER = 'https://portal.invalid';

/** @returns the path of a built document. Without an extension, since the portal serves files that have one to anyone. */
export function apiDocumentPath(name: ApiDocument): string {
  return `/api-documents/${name}`;
}

/** Parsed documents of this isolate: they change only with a deployment. */
const parsed = new Map<string, unknown>();

/**
 * @returns a built document with the portal's address and its session cookie's name.
 * @throws if the build has no such file.
 */
export async function readApiDocument(
  { readAsset, portal }: Pick<RequestContext, 'readAsset' | 'portal'>,
  name: ApiDocument,
): Promise<unknown> {
  const key = `${name} ${portal.url}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const text = await readAsset(apiDocumentPath(name));
  const own = text
    .replaceAll(PORTAL_PLACEHOLDER, portal.url)
    // The placeholder is on https.
    .replaceAll(sessionCookie.nameOn(true), sessionCookie.nameOn(portal.isSecure));
  const document: unknown = JSON.parse(own);
  parsed.set(key, document);
  return document;
}
