import type { EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';

/** Renders into a string, as the product does (docs/decisions/rendering.md). */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
): Response {
  const html = renderToString(<RemixServer context={remix} url={request.url} />);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(`<!doctype html>${html}`, { status, headers });
}
