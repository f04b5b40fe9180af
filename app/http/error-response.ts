import { toWellFormed } from '#app/domain/encoding/well-formed.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { isDatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { expiryCookies } from './cookies.ts';
import { loadsDocument } from './request-kind.ts';
import { retryHeaders } from './retry-after.ts';

/** A database that restarts or moves is back within this time. */
const COME_BACK_SECONDS = 10;

/** @returns the error to answer with. The details of anything that is not an AppError stay in the log. */
export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AccessUnconfirmed) return new AppError('access_unconfirmed');
  if (!isDatabaseUnavailable(error)) return new AppError('internal', { cause: error });
  return new AppError('provider_unavailable', { cause: error });
}

/** @returns whether the portal or a provider failed, rather than refused the request: an operator has to know of it. */
export function isInfrastructureFailure(error: unknown): boolean {
  return failureOf(error).status >= 500;
}

/** @returns the status and when to retry. A database outage is 503, whichever code its error has. */
export function failureStatusOf(failure: AppError): Pick<AppError, 'status' | 'retryAfterSeconds'> {
  const isOutage = failure.status >= 500 && isDatabaseUnavailable(failure);
  return isOutage ? { status: 503, retryAfterSeconds: COME_BACK_SECONDS } : failure;
}

/**
 * @param portal whose session cookie the response to an expired session removes (design §4, "Sessions").
 * @param request a script's keeps that cookie for the next page: its response can arrive after a sign-in in another
 *   tab.
 * @returns the response to a failed API call. Every failure outside a page gets its response here.
 */
export function errorResponse(
  error: unknown,
  portal?: { isSecure: boolean },
  request?: Pick<Request, 'headers'>,
): Response {
  const failure = failureOf(error);
  const { code, fields, position } = failure;
  const body = {
    error: t(`errors.${code}`),
    code,
    ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(translateField)) }),
    ...(position && { position }),
  };
  const known = failureStatusOf(failure);
  const headers = new Headers({ 'Cache-Control': 'no-store', ...retryHeaders(known) });
  // RFC 9110, 15.5.2: a 401 names the authentication scheme.
  if (failure.status === 401) {
    headers.set('WWW-Authenticate', 'Bearer');
    // Workspaces correct their clock by it (docs/cluster.md). Cloudflare adds the header; workerd by itself does not.
    headers.set('Date', new Date(systemClock.now()).toUTCString());
  }
  if (portal && request && code === 'session_expired' && loadsDocument(request)) {
    for (const cookie of expiryCookies(portal)) headers.append(...cookie);
  }
  return Response.json(body, { status: known.status, headers });
}

/** The key comes from `fieldError`, which TypeScript cannot see through the map. */
function translateField([name, key]: [string, string]): [string, string] {
  return [toWellFormed(name), t(key as 'fieldErrors.required')];
}

/** @returns the 405 with the allowed methods (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Response {
  const response = errorResponse(new AppError('method_not_allowed'));
  response.headers.set('Allow', allow);
  return response;
}

/** @param methods the address's own. @returns the answer to any other: OPTIONS lists them, without CORS headers. */
export function answerOtherMethod(method: string, methods: readonly string[]): Response {
  const allow = methods.join(', ');
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  return methodNotAllowed(allow);
}

export interface PageFailure {
  code: ErrorCode;
  /** What happened and what to do. */
  error: string;
  reference: string;
  /** Whether a link to the page's own address can help. */
  canReopen: true;
}

/**
 * A failure for Remix's error boundary: a Response, so that its status is the page's. `reference` names it in the log.
 * @param request.isPost whether a form was posted: reloading the page sends it again, and a link would lose it.
 */
export function errorForPage(
  error: AppError,
  { reference, isPost = false }: { reference?: string | undefined; isPost?: boolean | undefined },
): Response {
  const { code } = error;
  const known = failureStatusOf(error);
  const isOutage = known.status === 503;
  const words = t(`errors.${code}`);
  return Response.json(
    {
      code,
      error: isOutage && isPost ? `${words} ${t('layout.sendAgain')}` : words,
      reference,
      ...(((isOutage && !isPost) || code === 'page_of_other_account') && { canReopen: true }),
    },
    { status: known.status, headers: retryHeaders(known) },
  );
}
