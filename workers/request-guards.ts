import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { hasSafeMethod } from '#app/http/request-kind.ts';
import { readApiToken } from '#app/http/session-token.ts';
import { urlOf } from '#app/http/url-of.ts';

/** As wrangler.toml sets it. */
const RATE_LIMIT_PERIOD_SECONDS = 60;

/**
 * Refuses requests that another site made a browser send (design §4): a workspace's host is same-site, so a SameSite
 * cookie alone would not stop them. Browsers send `Origin` or at least `Sec-Fetch-Site` with each. A request with
 * neither comes from a script, and passes unless it carries cookies.
 * @throws AppError foreign_origin
 */
export function refuseForeignOrigin(request: Request, portalOrigin: string): void {
  const isUpgrade = request.headers.get('Upgrade')?.toLowerCase() === 'websocket';
  if (hasSafeMethod(request) && !isUpgrade) return;
  const origin = request.headers.get('Origin');
  if (origin === portalOrigin) return;
  const fetchSite = request.headers.get('Sec-Fetch-Site');
  const isOwn = fetchSite === null ? !request.headers.has('Cookie') : /^(same-origin|none)$/.test(fetchSite);
  if (origin !== null || !isOwn) throw new AppError('foreign_origin');
}

/**
 * Logs and browser histories keep addresses.
 * @throws AppError api_token_in_address for a personal API token in one.
 */
export function refuseTokenInAddress(request: Request): void {
  // Most addresses have nothing to decode.
  if (!/[?%]/.test(request.url) && !request.url.includes(API_TOKEN_PREFIX)) return;
  const { searchParams, pathname } = urlOf(request);
  const texts = [pathname, ...searchParams.keys(), ...searchParams.values()];
  if (texts.some((text) => text.includes(API_TOKEN_PREFIX))) throw new AppError('api_token_in_address');
}

/**
 * The fast first line of defense against floods: per location, and not exact
 * (https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/); the database counts sign-ins. All
 * workspaces of a cluster share its address, so calls with a valid API token count by its account, and those for login
 * codes by their workspace (`throttle-rules.ts`).
 * @throws AppError too_many_attempts
 */
export async function refuseFlood(
  request: Request,
  rateLimit: RateLimit,
  { viewer, client }: Pick<RequestContext, 'viewer' | 'client'>,
): Promise<void> {
  if (hasSafeMethod(request)) return;
  const caller = readApiToken(request) === null ? null : await viewer();
  const key = caller?.kind === 'by-token' ? caller.viewer.account.id : client.network;
  const { success } = await rateLimit.limit({ key });
  if (!success) throw new AppError('too_many_attempts', { retryAfterSeconds: RATE_LIMIT_PERIOD_SECONDS });
}

/** @returns whether a workspace's call was refused before its token was verified, so that the network counts it after all. */
export function isUnverified({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 403 && status !== 429;
}

/**
 * Limits a network's wrong tokens, so that a script with an outdated one stops.
 * @throws AppError too_many_attempts
 */
export async function countWrongToken(rateLimit: RateLimit, network: string): Promise<void> {
  const { success } = await rateLimit.limit({ key: `api-token:${network}` });
  if (!success) throw new AppError('too_many_attempts', { retryAfterSeconds: RATE_LIMIT_PERIOD_SECONDS });
}
