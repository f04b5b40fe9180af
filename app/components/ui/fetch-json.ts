import { PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';

/** Longer than the portal waits for a workspace. */
const ANSWER_TIMEOUT_MS = 30_000;

/** @returns the header that names the page's viewer, for the page's own requests. */
export function pageViewerHeaders(): Record<string, string> {
  const shown = window.__remixRouter.state.loaderData.root?.pageViewer;
  return shown ? { [PAGE_VIEWER]: shown } : {};
}

/**
 * Asks the portal for a part of an open page, by the page's viewer. It follows no redirect: home would show the notice of
 * an ended session to this request instead of the person.
 * @throws when the portal does not answer within half a minute, redirects, or answers with an error.
 */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const headers = pageViewerHeaders();
  const deadline = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
  const response = await fetch(path, { redirect: 'manual', signal: ends, headers });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
