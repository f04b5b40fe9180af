import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { copyRetryAfter } from '#app/http/retry-after.ts';
import { codeOfStatus, plainFailure } from './http/failure-answer.ts';
import { NonceContext } from './http/nonce.ts';
import { urlOf } from './http/url-of.ts';

/**
 * Renders every page buffered, without single fetch: more than twice the pages a second of React 18's stream on workerd
 * (docs/decisions/rendering.md), and no loader defers.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  if (Object.values(remix.staticHandlerContext.errors ?? {}).some(isNotOurs)) {
    return plainFailure(codeOfStatus(status), status, context);
  }
  const html = renderToString(
    <NonceContext.Provider value={context.nonce}>
      <RemixServer context={remix} url={urlOf(request) as URL} />
    </NonceContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  keepRetryAfter(headers, remix);
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Finds errors without the log's reference: of rendering, which would fail in the browser too, and Remix's own refusals. */
function isNotOurs(error: unknown): boolean {
  return !(isRouteErrorResponse(error) && typeof error.data === 'object' && 'code' in error.data);
}

/** Remix keeps a refusal's status and drops its headers: copies Retry-After to the page. */
function keepRetryAfter(headers: Headers, { staticHandlerContext }: EntryContext): void {
  const { actionHeaders, loaderHeaders } = staticHandlerContext;
  for (const answered of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    copyRetryAfter(answered, headers);
  }
}

/** A failure inside a loader or action: the context reports it once, with the request's reference number. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  // Remix's own refusals are not failures; the Worker logs the request.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.reportError(error);
}
