import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveStore } from '#app/components/instance/live-connection.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import { paths } from '#app/domain/paths.ts';

/** A browser reduced to what the store asks of it: its pushes ended, and each poll is answered with `status`. */
function browser(status: number, { answersPings = true } = {}) {
  const seen = { polls: 0, visits: [] as string[] };
  const sockets: WebSocket[] = [];
  class WebSocket {
    onopen?: () => void;
    onclose?: (() => void) | null;
    onmessage?: (message: { data: string }) => void;
    constructor() {
      sockets.push(this);
    }
    send() {
      if (answersPings) this.onmessage?.({ data: 'pong' });
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
  return { seen, endPushes: () => sockets[0]?.onclose?.(), openPushes: () => sockets.at(-1)?.onopen?.() };
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

test('a page that gets no answer keeps polling', async () => {
  const { seen, endPushes } = browser(502);
  createLiveStore().subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync(3 * (pollDelayMs(1) ?? 0));
  expect(seen).toEqual({ polls: 3, visits: [] });
});

test('a connection that answers no ping is replaced by polls', async () => {
  const { seen, openPushes } = browser(502, { answersPings: false });
  const store = createLiveStore();
  store.subscribe(() => {});
  openPushes();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(store.read().connection).toBe('live');
  await vi.advanceTimersByTimeAsync(1 + (pollDelayMs(1) ?? 0));
  expect(seen.polls).toBe(1);
});

test('a connection that answers pings stays open, also after a reconnection', async () => {
  const { seen, endPushes, openPushes } = browser(404);
  const store = createLiveStore();
  store.subscribe(() => {});
  openPushes();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(seen.polls).toBe(0);
  endPushes();
  openPushes();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(seen.polls).toBe(0);
});
