import { afterEach, expect, test, vi } from 'vitest';
import { fetchJson } from '#app/components/ui/fetch-json.ts';
import { isActive } from '#app/routes/billing-checkout/wait-for-active.ts';
import { timeOutByFakeTimers, untilAborted } from './deadlines.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test.each([
  ['without a signal', undefined],
  ['with a signal', new AbortController().signal],
])('a request %s that gets no answer fails after half a minute', async (_with, given) => {
  vi.useFakeTimers();
  timeOutByFakeTimers();
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => untilAborted(signal));
  vi.stubGlobal('window', { __remixRouter: { state: { loaderData: {} } } });
  let failure: unknown;
  fetchJson('/commands', given).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({ name: 'TimeoutError' });
});

test('a part that is no longer wanted is aborted', async () => {
  const abort = new AbortController();
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => untilAborted(signal));
  vi.stubGlobal('window', { __remixRouter: { state: { loaderData: {} } } });
  const asked = fetchJson('/dashboard/parts/overview', abort.signal);
  abort.abort();
  await expect(asked).rejects.toThrow(/aborted/);
});
