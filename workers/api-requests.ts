import { methodNotAllowed } from '#app/http/error-response.ts';
import { paths } from '#app/http/paths.ts';

/** Those that Remix hands to a route; of any other it answers by itself, in no shape of the API's. */
const KNOWN_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * @returns the request without the parameter by which Remix's own scripts ask for one route's part of a page: but for its
 *   reference the API has none, and ignores what it does not know.
 */
export function withoutPageData(request: Request): Request {
  const url = new URL(request.url);
  const isPage = !isApi(url.pathname) || url.pathname === paths.apiReference;
  if (isPage || !url.searchParams.has('_data')) return request;
  url.searchParams.delete('_data');
  return new Request(url, request);
}

/**
 * Refuses a method of the API that nothing here takes, with what its address does take.
 * @returns null for one that a route may answer.
 */
export async function refuseOddMethod(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!isApi(pathname) || KNOWN_METHODS.includes(request.method)) return null;
  const options = await answer(new Request(request.url, { method: 'OPTIONS', headers: request.headers }));
  if (options.status >= 400) return options;
  // A page among the calls says nothing of itself.
  return methodNotAllowed(options.headers.get('Allow') ?? 'GET, HEAD');
}

function isApi(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}
