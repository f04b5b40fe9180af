import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import { paths } from '#app/domain/paths.ts';
import { splitHeadline } from '#app/i18n/headline.ts';
import { t } from '#app/i18n/t.ts';
import { isApiPath } from './canonical-path.ts';
import { errorForPage, errorResponse, failureOf } from './error-response.ts';
import { plainPageResponse } from './plain-page.ts';
import { acceptsHtml } from './request-kind.ts';
import { copyRetryAfter } from './retry-after.ts';
import { urlOf } from './url-of.ts';

interface FailureContext {
  /** Names the request in the log and on the page. */
  reference: string;
  nonce: string;
  /** Target of the page's link; by default this host's home page. */
  homeUrl?: string;
  /** Whose session cookie an expired session removes; absent on a workspace's host. */
  portal?: { isSecure: boolean };
}

/** @returns whether the request asks for a document rather than for data. */
function wantsPage(request: Request): boolean {
  return !isApiPath(urlOf(request).pathname) && acceptsHtml(request);
}

/** @returns whether Remix's script asks for one route's data. The API ignores the parameter. */
function isForPageData(request: Request): boolean {
  const { pathname, searchParams } = urlOf(request);
  return searchParams.has('_data') && !isApiPath(pathname);
}

/** @returns a self-contained page about a failure, for where no page of the application can be shown. */
export function plainFailure(
  code: ErrorCode,
  status: number,
  { reference, nonce, homeUrl = paths.home }: FailureContext,
): Response {
  const [title, body] = splitHeadline(t(`errors.${code}`));
  const page = {
    pageTitle: `${title} – ${t('layout.brand')}`,
    eyebrow: t('layout.brand'),
    title,
    body,
    link: { href: homeUrl, label: t('layout.backHome') },
    footnote: { label: t('layout.errorReference'), value: reference },
    nonce,
  };
  return plainPageResponse(page, status);
}

/** @returns the response to a failure outside the application: a page, Remix's data, or the API's JSON. */
export function failureAnswer(request: Request, error: unknown, context: FailureContext): Response {
  const failure = failureOf(error);
  if (isForPageData(request)) {
    const answer = errorForPage(failure, { reference: context.reference });
    // Remix's script reads the header as an error response of the application.
    answer.headers.set('X-Remix-Catch', 'yes');
    return answer;
  }
  const answer = errorResponse(failure, context.portal, request);
  if (!wantsPage(request)) return answer;
  return pageInPlaceOf(answer, failure.code, context);
}

/** @returns a page with the status of an answer, when to retry, and the methods that the address takes. */
function pageInPlaceOf(answer: Response, code: ErrorCode, context: FailureContext): Response {
  const page = plainFailure(code, answer.status, context);
  copyRetryAfter(answer.headers, page.headers);
  const allow = answer.headers.get('Allow');
  if (allow !== null) page.headers.set('Allow', allow);
  return page;
}

/** Replaces a failed response without a page, such as a download's, with a page where the request asks for one. */
export async function withFailurePage(
  request: Request,
  response: Response,
  context: FailureContext,
): Promise<Response> {
  if (response.status < 400 || !wantsPage(request)) return response;
  if (urlOf(request).searchParams.has('_data')) return response;
  if (response.headers.has('X-Remix-Catch')) {
    const { code } = (await response.clone().json()) as { code: ErrorCode };
    return pageInPlaceOf(response, code, context);
  }
  // As a last resort Remix answers with a line of text, or an empty body.
  const type = response.headers.get('Content-Type');
  const isLastResort = response.status === 500 && (type === null || type.startsWith('text/plain'));
  return isLastResort ? plainFailure('internal', 500, context) : response;
}

/** @returns the error code for a status that Remix itself answered. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === errorCatalogue.not_found.status) return 'not_found';
  if (status === errorCatalogue.method_not_allowed.status) return 'method_not_allowed';
  return status < 500 ? 'malformed_body' : 'internal';
}
