import { PAGE_RELOAD, PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';
import type { FailedForm } from '#app/domain/errors/failed-form.ts';
import type { PageFailure } from '#app/http/error-response.ts';
import { t } from '#app/i18n/t.ts';

export { isCatchResponse, isRedirectResponse, isResponse } from '@remix-run/react/dist/esm/data.js';

/** Headers of Remix's server: each of its answers has one, except the answer to an unexpected error. */
const MARKS = ['X-Remix-Response', 'X-Remix-Catch', 'X-Remix-Redirect'];

/** Too large a post, and too many: the portal refuses both before the form's action. */
const REFUSED_AHEAD = [413, 429];

/**
 * In place of Remix's function of this name (`vite.unused.ts`), which shows the error page whenever the portal cannot be
 * reached. A form then keeps its input, also when it is refused for its size or pace, and a page that reloads its data
 * keeps what it has.
 * @returns the data of a route, or the answer to a form.
 * @throws a response that the error page shows, with a link to try again.
 */
export async function fetchData(request: Request, routeId: string): Promise<Response> {
  if (isReloading()) request.headers.set(PAGE_RELOAD, '1');
  const answer = await receive(request, routeId);
  request.signal.throwIfAborted();
  const { navigation, loaderData } = window.__remixRouter.state;
  const isReload = isReloading();
  const isForm = request.method !== 'GET' && new URL(request.url).pathname === location.pathname;
  const intent = navigation.formData?.get('intent');
  if (answer && isForm && REFUSED_AHEAD.includes(answer.status) && answer.headers.has('X-Remix-Catch'))
    return answerForm(intent, await answer.json(), answer.status);
  if (answer && !(isReload && answer.status >= 500)) return answer;
  if (isReload) return Response.json(loaderData[routeId]);
  if (isForm) return answerForm(intent, { error: t('layout.noAnswer'), code: 'provider_unavailable' }, 503);
  throw Response.json({ error: t('layout.pageNotLoaded'), canReopen: true }, { status: 503 });
}

/** @returns whether the page asks for newer data of what it shows. */
function isReloading(): boolean {
  const { revalidation, navigation } = window.__remixRouter.state;
  return revalidation === 'loading' && navigation.state === 'idle';
}

/** @returns the portal's whole answer; null for none, for a part of one, and for that of another server. */
async function receive(request: Request, routeId: string): Promise<Response | null> {
  const { method, signal, headers } = request;
  const url = new URL(request.url);
  url.searchParams.set('_data', routeId);
  try {
    const { loaderData, navigation } = window.__remixRouter.state;
    const shown = loaderData.root?.pageViewer;
    // A form's answer can change the viewer: the page is then loaded with its frame.
    if (shown && method === (navigation.formMethod ?? 'GET')) headers.set(PAGE_VIEWER, shown);
    const body = method === 'GET' ? null : await request.blob();
    const answer = await fetch(url, { method, signal, headers, body });
    await answer.clone().arrayBuffer();
    return MARKS.some((mark) => answer.headers.has(mark)) ? answer : null;
  } catch {
    return null;
  }
}

/** @returns what `formAction` answers to a form that failed. */
function answerForm(
  intent: unknown,
  { error: sentence, code: failure }: Pick<PageFailure, 'error' | 'code'>,
  status: number,
): Response {
  const failed: FailedForm = {
    status: 'error',
    initialValue: {},
    error: { '': [sentence] },
    failure,
    sentence,
    formIntent: typeof intent === 'string' ? intent : null,
  };
  return Response.json(failed, { status });
}

/** Loaders of the portal send all their data together, so Remix's reader of later parts would only be loaded. */
export const isDeferredResponse = () => false;
export const isDeferredData = () => false;
export function parseDeferredReadableStream(): never {
  throw new Error('No loader defers data: remove the line from vite.unused.ts to have one.');
}
