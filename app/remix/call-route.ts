import type { AppLoadContext } from '@remix-run/cloudflare';
import { PageData } from './page-data.ts';

/** Arguments with which Remix's server calls a loader or an action. */
interface Call {
  request: Request;
  loadContext: AppLoadContext;
  params: Readonly<Record<string, string | undefined>>;
  routeId: string;
}

type Handle = (args: {
  request: Request;
  context: AppLoadContext;
  params: Call['params'];
}) => Promise<unknown>;

/** Parameters by which the browser's Remix names a route; no loader sees them. `index` is Remix's only if it has no value. */
const DATA = '_data';
const INDEX = 'index';

/**
 * In place of Remix's module of the same exports (`vite.unused.ts`), which copies the request twice for each loader to
 * take its own parameters off.
 */
export function callRouteLoader({ loader, ...call }: Call & { loader: Handle }): Promise<unknown> {
  return answerOf(loader, call);
}

export function callRouteAction({ action, ...call }: Call & { action: Handle }): Promise<unknown> {
  return answerOf(action, call);
}

async function answerOf(handle: Handle, { request, loadContext, params, routeId }: Call): Promise<unknown> {
  // The browser's Remix asks for the data of one route: Remix copies the body of the answer.
  const isForScript = request.url.includes('?') && new URL(request.url).searchParams.has(DATA);
  const answer = await handle({ request: withoutOwnParameters(request), context: loadContext, params });
  if (answer === undefined) throw new Error(`A loader or action of ${routeId} returned nothing.`);
  if (answer instanceof Response) return answer;
  const data = answer instanceof PageData ? answer : new PageData(answer, {});
  return isForScript ? data.toResponse() : data;
}

function withoutOwnParameters(request: Request): Request {
  if (!request.url.includes('?')) return request;
  const url = new URL(request.url);
  if (!url.searchParams.has(DATA) && !url.searchParams.has(INDEX)) return request;
  const kept = url.searchParams.getAll(INDEX).filter((value) => value !== '');
  url.searchParams.delete(INDEX);
  for (const value of kept) url.searchParams.append(INDEX, value);
  url.searchParams.delete(DATA);
  return new Request(url, {
    method: request.method,
    body: request.body,
    headers: request.headers,
    signal: request.signal,
    ...(request.body && { duplex: 'half' }),
  });
}
