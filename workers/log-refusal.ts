import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { logLine } from '#app/domain/encoding/log-line.ts';
import type { HumanCheck } from '#app/integrations/human-check/human-check.ts';

/** Invalid input, unauthenticated, forbidden, too many requests. */
const REFUSALS = [400, 401, 403, 422, 429];
/** A page shows its person this reference, by which support finds the line. */
const REFUSED_PAGES = [404, 405, 409, 410, 413, 415, 421];
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

interface Asked {
  client: ClientInfo;
  reference: string;
}

/**
 * Keeps each refusal as one line of JSON in the Worker's log, for the operator who looks for an attack: who names no account of
 * ours leaves no row in any (ASVS 5.0, 16.3). Without the query, where links have their secrets.
 */
export function logRefusal(request: Request, response: Response, asked: Asked): void {
  const { status } = response;
  if (status < 400 || status >= 500) return;
  // Of a change every refusal tells: also a row that is not theirs, which is "not found".
  const isChange = !SAFE_METHODS.includes(request.method);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  const isRefusedPage = isPage && REFUSED_PAGES.includes(status);
  if (isChange || isRefusedPage || REFUSALS.includes(status)) writeLine(request, asked, { status });
}

/**
 * @returns the human check, which also keeps each failure as a line: a form's answer does not tell the log why it was
 *   refused.
 */
export function withLoggedFailures(check: HumanCheck, request: Request, asked: Asked): HumanCheck {
  return {
    async verify(payload, client) {
      const result = await check.verify(payload, client);
      if (result === null) writeLine(request, asked, { reason: 'human_check' });
      return result;
    },
  };
}

function writeLine(
  request: Request,
  { client, reference }: Asked,
  what: { status: number } | { reason: 'human_check' },
): void {
  const { address, place, userAgent } = client;
  const { pathname: path } = new URL(request.url);
  const { method } = request;
  console.info(logLine({ level: 'refusal', reference, ...what, method, path, address, place, userAgent }));
}
