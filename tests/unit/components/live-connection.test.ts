import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveStore } from '#app/components/instance/live-connection.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import { paths } from '#app/domain/paths.ts';

/** A browser reduced to what the store asks of it: its pushes ended, and each poll is answered with `status`. */
function browser(status: number) {
  const seen = { polls: 0, visits: [] as string[] };
  const sockets: Array<{ onclose?: () => void }> = [];
  class WebSocket {
    onclose?: () => void;
    constructor() {
      sockets.push(this);
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', {
    href: 'https://weft.example/dashboard',
    assign: (path: string) => seen.visits.push(path),
  });
  vi.stubGlobal('fetch', async () => {
    seen.polls += 1;
    return Response.json({}, { status });
  });
  return { seen, endPushes: () => sockets[0]?.onclose?.() };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page whose session is over goes home once, however slowly it is left', async () => {
  const { seen, endPushes } = browser(401);
  createLiveStore().subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ polls: 1, visits: [paths.home] });
});

test('a page that gets no answer polls on', async () => {
  const { seen, endPushes } = browser(502);
  createLiveStore().subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync(3 * (pollDelayMs(1) ?? 0));
  expect(seen).toEqual({ polls: 3, visits: [] });
});
