import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError, type Position } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { isDatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { i18n } from '#app/i18n/i18n.ts';

/** The body of every failed API call (design §3). */
interface ErrorBody {
  error: string;
  code: string;
  fields?: Record<string, string>;
  /** Of a body that cannot be read. */
  position?: Position;
}

/** A database that is restarted or moved is back in that time. */
const COME_BACK_SECONDS = 10;

/** @returns what whoever asked is told. What is not an AppError is ours, and says nothing of itself. */
export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AccessUnconfirmed) return new AppError('access_unconfirmed');
  if (!isDatabaseUnavailable(error)) return new AppError('internal', { cause: error });
  return new AppError('provider_unavailable', { cause: error });
}

/** @returns its status, and when to ask again; a sentence of its own does not make an outage of the database our mistake. */
function statusOf(failure: AppError): Pick<AppError, 'status' | 'retryAfterSeconds'> {
  const isOutage = failure.status >= 500 && isDatabaseUnavailable(failure);
  return isOutage ? { status: 503, retryAfterSeconds: COME_BACK_SECONDS } : failure;
}

/** The one place where a failure becomes an answer. */
export function errorResponse(error: unknown): Response {
  const failure = failureOf(error);
  const body: ErrorBody = { error: i18n.t(`errors.${failure.code}`), code: failure.code };
  if (failure.fields) {
    body.fields = Object.fromEntries(
      // The keys come from `fieldError`, which TypeScript cannot see through the map.
      Object.entries(failure.fields).map(([name, key]) => [name, i18n.t(key as 'fieldErrors.required')]),
    );
  }
  if (failure.position) body.position = failure.position;
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  // RFC 9110, 15.5.2: it says how one signs in.
  if (failure.status === 401) {
    headers.set('WWW-Authenticate', 'Bearer');
    // A workspace whose clock differs takes this one (docs/cluster.md); Cloudflare adds it, workerd alone does not.
    headers.set('Date', new Date(systemClock.now()).toUTCString());
  }
  const { status, retryAfterSeconds } = statusOf(failure);
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json(body, { status, headers });
}

/** @returns the 405 that names what an address does take (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Response {
  const response = errorResponse(new AppError('method_not_allowed'));
  response.headers.set('Allow', allow);
  return response;
}

/**
 * A failure for Remix's error boundary: a Response, so that its status is the page's.
 * @param reference names the request in the log; the page shows it.
 */
export function errorForPage(error: AppError, reference: string | undefined): Response {
  const { status, retryAfterSeconds } = statusOf(error);
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json({ code: error.code, reference }, { status, headers });
}

/** @returns the result of `act`. @throws AppError `code` for any other failure; an AppError stays as it is. */
export async function withErrorCode<Result>(code: ErrorCode, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    const isRefusal = cause instanceof AppError || cause instanceof AccessUnconfirmed;
    throw isRefusal ? cause : new AppError(code, { cause });
  }
}
