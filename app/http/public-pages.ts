import type { AppLoadContext } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { consentCookie, localeCookie, themeCookie, timezoneCookie } from './cookies.ts';
import { cookiePairs, setCookieNames } from './define-cookie.ts';
import type { RequestContext } from './load-context.ts';
import { urlOf } from './url-of.ts';

/** Pages that are the same for all visitors, each with the values that vary per answer. */
const pages: Readonly<Record<string, (context: RequestContext) => Promise<string[]>>> = {
  [paths.login]: async (context) => [context.nonce, (await context.passkeySignIn()).challenge],
  [paths.register]: async ({ nonce }) => [nonce],
  [paths.forgotPassword]: async ({ nonce }) => [nonce],
  [paths.magicLink]: async ({ nonce }) => [nonce],
};

/** The cookies that affect the content of such a page. A request with any other is rendered. */
const deciding = [localeCookie, themeCookie, timezoneCookie, consentCookie];
/** Headers that do (`consent.ts`). */
const SIGNALS = ['Sec-GPC', 'DNT'];

/** Each page contains the month, which may change a minute late. */
const KEPT_MS = 60 * SECOND_MS;
/** A page is about 11 kB; a flood of made-up zones cannot take more than this. */
const MAX_KEPT = 100;

interface KeptPage {
  keptUntil: number;
  /** The text before, between and after the answer's own values, and which value is in each gap. */
  parts: string[];
  gaps: number[];
  headers: Array<[string, string]>;
}

type HandlePage = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Caches the public pages of an isolate as text, since they differ only in their nonce and challenge
 * (docs/decisions/speed.md): only a 200 to a GET without a query or session, and only for requests with the same
 * cookies.
 * @param handle renders a page. @returns what answers every page.
 */
export function keepPublicPages(handle: HandlePage): HandlePage {
  const kept = new Map<string, KeptPage>();
  return async (request, context) => {
    const { pathname, search } = urlOf(request);
    // Other spellings of an address are rendered.
    const ownValues = pages[pathname];
    const key = ownValues && search === '' ? keyOf(request, pathname, context) : null;
    if (!ownValues || key === null) return await handle(request, context);
    const now = context.services.clock.now();
    const found = kept.get(key);
    if (found && now < found.keptUntil) return fill(found, await ownValues(context));
    const answer = await handle(request, context);
    if (answer.status !== 200 || setsOtherCookie(answer, context)) return answer;
    const html = await answer.text();
    const headers = [...answer.headers];
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { ...cut(html, await ownValues(context)), headers, keptUntil: now + KEPT_MS });
    return new Response(html, { headers });
  };
}

/** @returns the cache key of a page; null for a request that is always rendered. */
function keyOf(request: Request, pathname: string, { portal }: RequestContext): string | null {
  const { headers, method } = request;
  if (method !== 'GET' || headers.has('Authorization')) return null;
  const names = deciding.map((cookie) => cookie.nameOn(portal.isSecure));
  if (!cookiePairs(request).every(({ name }) => name === '' || names.includes(name))) return null;
  const cookies = deciding.map((cookie) => cookie.read(request, portal.isSecure));
  return JSON.stringify([pathname, ...cookies, ...SIGNALS.map((name) => headers.get(name))]);
}

/** @returns whether an answer sets a cookie that may be specific to one visitor. */
function setsOtherCookie({ headers }: Response, { portal }: RequestContext): boolean {
  const names = deciding.map((cookie) => cookie.nameOn(portal.isSecure));
  return setCookieNames(headers).some((name) => !names.includes(name));
}

/** Cuts a page at the values of its answer, which are random: no other text equals one. */
function cut(html: string, values: readonly string[]): Pick<KeptPage, 'parts' | 'gaps'> {
  const pieces = html.split(new RegExp(`(${values.join('|')})`));
  return {
    parts: pieces.filter((_, index) => index % 2 === 0),
    gaps: pieces.filter((_, index) => index % 2 === 1).map((value) => values.indexOf(value)),
  };
}

function fill({ parts, gaps, headers }: KeptPage, values: readonly string[]): Response {
  const html = parts.map((part, index) => part + (values[gaps[index] ?? -1] ?? '')).join('');
  return new Response(html, { headers });
}
