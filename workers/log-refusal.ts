import type { ClientInfo } from '#app/use-cases/client-info.ts';

/** Nobody known, not allowed, too often. */
const REFUSALS = [401, 403, 429];
/** Of a post: a link that is none, and one that is over. */
const REFUSED_LINKS = [400, 410];
/** Of a page: what shows a person a reference, which support then looks for here. */
const REFUSED_PAGES = [400, 404, 405, 409, 410, 413, 415, 421];

/**
 * Keeps each refusal as one line of JSON in the Worker's log, for whoever looks for an attack: who names no account of
 * ours leaves no row in any (ASVS 5.0, 16.3). Without the query, where links have their secrets.
 */
export function logRefusal(
  request: Request,
  response: Response,
  { client, reference }: { client: ClientInfo; reference: string },
): void {
  const isLink = request.method === 'POST' && REFUSED_LINKS.includes(response.status);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  const isRefusedPage = isPage && REFUSED_PAGES.includes(response.status);
  if (!REFUSALS.includes(response.status) && !isLink && !isRefusedPage) return;
  const { address, place, userAgent } = client;
  const { pathname } = new URL(request.url);
  const { method } = request;
  const { status } = response;
  console.info(
    JSON.stringify({
      level: 'refusal',
      reference,
      status,
      method,
      path: pathname,
      address,
      place,
      userAgent,
    }),
  );
}
