import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { logLine } from '#app/domain/encoding/log-line.ts';
import { hasSafeMethod } from '#app/http/request-kind.ts';
import { urlOf } from '#app/http/url-of.ts';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';

/** Invalid input, unauthenticated, forbidden, too many requests. */
const REFUSALS = [400, 401, 403, 422, 429];
/** Statuses whose pages show this reference, with which support finds the line. */
const REFUSED_PAGES = [404, 405, 409, 410, 413, 415, 421];

interface RefusalContext {
  client: ClientInfo;
  reference: string;
}

/**
 * Logs each refusal as one line of JSON, for an operator who investigates an attack: a request that names no known account
 * leaves no row in any account (ASVS 5.0, 16.3). Omits the query, which contains the secrets of links.
 */
export function logRefusal(request: Request, response: Response, context: RefusalContext): void {
  const { status } = response;
  if (status < 400 || status >= 500) return;
  // Every refused change is logged, even a row of another account, which is "not found".
  const isChange = !hasSafeMethod(request);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  const isRefusedPage = isPage && REFUSED_PAGES.includes(status);
  if (isChange || isRefusedPage || REFUSALS.includes(status)) writeLine(request, context, { status });
}

/** @returns the human check, which also logs each failure: the form's answer alone does not say why it was refused. */
export function withLoggedFailures(
  check: HumanCheckVerifier,
  request: Request,
  context: RefusalContext,
): HumanCheckVerifier {
  return {
    async verify(payload, client) {
      const result = await check.verify(payload, client);
      if (result === null) writeLine(request, context, { reason: 'human_check' });
      return result;
    },
  };
}

function writeLine(
  request: Request,
  { client, reference }: RefusalContext,
  what: { status: number } | { reason: 'human_check' },
): void {
  const { address, place, userAgent } = client;
  const { pathname: path } = urlOf(request);
  const { method } = request;
  console.info(logLine({ level: 'refusal', reference, ...what, method, path, address, place, userAgent }));
}
