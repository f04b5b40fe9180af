import { PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';
import { decodeBase64UrlText, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import type { KeptForm, TypedValue } from '#app/domain/errors/failed-form.ts';
import { escapeQueryDots } from '#app/domain/paths.ts';
import { keptFormCookie, type SetCookie } from './cookies.ts';
import { findPostedForm } from './forms.ts';
import { urlOf } from './url-of.ts';

/** Browsers keep 4,096 bytes of a cookie, with its name and attributes. */
const MAX_CHARACTERS = 3_500;

/**
 * @param request whose action has parsed a form.
 * @param pageViewer its person and account (`pageViewerOf`); null without either.
 * @returns the headers that keep the form's input while its person confirms their identity; none for a script's request,
 *   whose page keeps it itself, for a form without fields, and for too much input.
 */
export function keepForm(request: Request, pageViewer: string | null, isSecure: boolean): SetCookie[] {
  const { intent, input: values } = findPostedForm(request) ?? {};
  if (!values || pageViewer === null || request.headers.has(PAGE_VIEWER)) return [];
  // Texts only: a form without an intent leaves it out. No one but the page's viewer may see the input, nor post it.
  const kept = { path: pathOf(request), viewer: pageViewer, intent: intent ?? undefined, values };
  const text = encodeBase64Url(new TextEncoder().encode(JSON.stringify(kept)));
  return text.length > MAX_CHARACTERS ? [] : [['Set-Cookie', keptFormCookie.set(text, isSecure)]];
}

/**
 * @param pageViewer the person and the account that the page shows; null for a visitor.
 * @returns the kept form of this page, person and account, to be shown once; null for any other, and for a text that
 *   the portal did not write.
 */
export function readKeptForm(
  request: Request,
  pageViewer: string | null,
  isSecure: boolean,
): KeptForm | null {
  const cookie = keptFormCookie.read(request, isSecure);
  if (cookie === null || cookie.length > MAX_CHARACTERS) return null;
  const kept = parseOptionalJson(decodeBase64UrlText(cookie) ?? '');
  if (!isTyped(kept)) return null;
  const { path, viewer, intent, values } = kept as Record<string, TypedValue>;
  if (path !== pathOf(request) || viewer !== pageViewer || typeof values !== 'object') return null;
  return { intent: typeof intent === 'string' ? intent : null, values: values as KeptForm['values'] };
}

/** @returns the path of a request with its query, as the return path after the proof writes both. */
function pathOf(request: Request): string {
  const { pathname, search } = urlOf(request);
  return escapeQueryDots(pathname + search);
}

/** @returns whether a value consists of texts, and of lists and objects of them. */
function isTyped(value: unknown): value is TypedValue {
  if (typeof value !== 'object' || value === null) return typeof value === 'string';
  return Object.values(value).every(isTyped);
}
