import { afterEach, expect, test, vi } from 'vitest';
import { fetchJson } from '#app/components/ui/fetch-json.ts';
import { isActive } from '#app/routes/billing-checkout/wait-for-active.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['ada acc_1', 'ada acc_1'],
  [null, null],
])('a request of a page that shows %s names its viewer', async (pageViewer, named) => {
  const sent: Request[] = [];
  const answer = async (path: string, init: RequestInit) => {
    sent.push(new Request(`https://weft.example${path}`, init));
    return Response.json({ value: 1 });
  };
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('window', { __remixRouter: { state: { loaderData: { root: { pageViewer } } } } });
  expect(await fetchJson('/dashboard/parts/overview')).toEqual({ value: 1 });
  // A payment of another account must not end the checkout that this page shows.
  expect(await isActive(new AbortController().signal)).toBe(false);
  expect(sent.map(({ headers }) => headers.get('X-Page-Viewer'))).toEqual([named, named]);
});
