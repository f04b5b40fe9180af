import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { errorForPage, errorResponse, failureOf } from './error-response.ts';
import { paths } from './paths.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

interface Asked {
  /** Names the request in the log and on the page. */
  reference: string;
  nonce: string;
  /** Where the page leads back to, when not to this host's first page. */
  homeUrl?: string;
}

/** @returns whether a person waits for a document, rather than a program for data. */
function wantsPage(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return !pathname.startsWith('/api/') && request.headers.get('Accept')?.includes('text/html') === true;
}

/** @returns whether Remix's own script asks for one route's part of a page. The API ignores the parameter. */
function isForPageData(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  const isCall = pathname === '/api' || pathname.startsWith('/api/');
  return searchParams.has('_data') && (!isCall || pathname === paths.apiReference);
}

/** @returns the page that tells of a failure where none of the application's can: it needs nothing else to work. */
export function plainFailure(
  code: ErrorCode,
  status: number,
  { reference, nonce, homeUrl = paths.home }: Asked,
): Response {
  const { t } = i18n;
  const title = t(`errors.${code}`);
  const html = plainPage({
    pageTitle: t('layout.brand'),
    eyebrow: t('layout.brand'),
    title,
    link: { href: homeUrl, label: t('layout.backHome') },
    footnote: { label: t('layout.errorReference'), value: reference },
    nonce,
  });
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': plainPolicy(nonce) },
  });
}

/** Answers a failure outside the application as whoever asked can take it: a page, Remix's data, or the API's shape. */
export function failureAnswer(request: Request, error: unknown, asked: Asked): Response {
  const failure = failureOf(error);
  if (isForPageData(request)) {
    const answer = errorForPage(failure, asked.reference);
    // By which Remix's script knows that this is an answer, and no failure of the way here.
    answer.headers.set('X-Remix-Catch', 'yes');
    return answer;
  }
  const answer = errorResponse(failure);
  if (!wantsPage(request)) return answer;
  const page = plainFailure(failure.code, answer.status, asked);
  const retryAfter = answer.headers.get('Retry-After');
  if (retryAfter) page.headers.set('Retry-After', retryAfter);
  return page;
}

/**
 * What the application refuses or fails at without a page of its own, such as a download, as a page for whoever waits for
 * one.
 */
export async function withFailurePage(request: Request, response: Response, asked: Asked): Promise<Response> {
  if (response.status < 400 || !wantsPage(request)) return response;
  if (new URL(request.url).searchParams.has('_data')) return response;
  if (response.headers.has('X-Remix-Catch')) {
    const { code } = (await response.clone().json()) as { code: ErrorCode };
    const page = plainFailure(code, response.status, asked);
    const retryAfter = response.headers.get('Retry-After');
    if (retryAfter) page.headers.set('Retry-After', retryAfter);
    return page;
  }
  // Remix's last resort is a line of text, or nothing.
  const type = response.headers.get('Content-Type');
  const isLastResort = response.status === 500 && (type === null || type.startsWith('text/plain'));
  return isLastResort ? plainFailure('internal', 500, asked) : response;
}

/** @returns the code of what Remix itself refuses, by its status alone. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === errorCatalogue.not_found.status) return 'not_found';
  if (status === errorCatalogue.method_not_allowed.status) return 'method_not_allowed';
  return status < 500 ? 'malformed_body' : 'internal';
}
