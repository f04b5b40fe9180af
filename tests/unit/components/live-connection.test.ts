import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveStore } from '#app/components/instance/live-connection.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import { paths } from '#app/domain/paths.ts';
import { timeOutByFakeTimers, untilAborted } from './deadlines.ts';
import { instanceView } from './instance-view.ts';

/** A browser reduced to what the store asks of it; each poll that it answers is answered with `status`. */
function browser(status: number, { answersPings = true, answersPolls = true, polled = {} } = {}) {
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
    isClosed = false;
    close() {
      this.isClosed = true;
    }
  }
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', {
    href: 'https://weft.example/help?q=a',
    pathname: '/help',
    search: '?q=a',
    assign: (path: string) => seen.visits.push(path),
  });
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    seen.polls += 1;
    if (!answersPolls) await untilAborted(signal);
    return Response.json(polled, { status });
  });
  timeOutByFakeTimers();
  return {
    seen,
    endPushes: () => sockets[0]?.onclose?.(),
    openPushes: () => sockets.at(-1)?.onopen?.(),
    push(message: object) {
      const socket = sockets.at(-1);
      // A closed socket delivers nothing more.
      if (!socket?.isClosed) socket?.onmessage?.({ data: JSON.stringify(message) });
    },
    countSockets: () => sockets.length,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page whose session is over goes home once, with its address, however slowly it is left', async () => {
  const { seen, endPushes } = browser(401);
  createLiveStore().subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ polls: 1, visits: [`${paths.home}?returnPath=%2Fhelp%3Fq%3Da`] });
});

test('a page that gets no answer keeps polling', async () => {
  const { seen, endPushes } = browser(502);
  createLiveStore().subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync(3 * (pollDelayMs(1) ?? 0));
  expect(seen).toEqual({ polls: 3, visits: [] });
});

test('a connection that does not open within ten seconds is replaced by polls', async () => {
  const { seen } = browser(404);
  const store = createLiveStore();
  store.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(9_999);
  expect(store.read().connection).toBe('live');
  await vi.advanceTimersByTimeAsync(1);
  expect(store.read().connection).toBe('polling');
  await vi.advanceTimersByTimeAsync(pollDelayMs(1) ?? 0);
  expect(seen.polls).toBe(1);
});

test('a poll without an answer ends after ten seconds, and the next one follows', async () => {
  const { seen, endPushes } = browser(200, { answersPolls: false });
  const store = createLiveStore();
  store.subscribe(() => {});
  endPushes();
  await vi.advanceTimersByTimeAsync((pollDelayMs(1) ?? 0) + 10_000);
  expect(store.read().connection).toBe('unanswered');
  await vi.advanceTimersByTimeAsync(pollDelayMs(2) ?? 0);
  expect(seen.polls).toBe(2);
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

const own = instanceView({ workspaceId: 'wsp_a', revision: 9 });
const other = instanceView({ workspaceId: 'wsp_b', status: 0 });

test('a page keeps its own workspace when a reconnection is to that of another account', async () => {
  const { endPushes, openPushes, push, countSockets } = browser(502);
  const store = createLiveStore();
  store.subscribe(() => {});
  store.load(own);
  endPushes();
  // One poll; the workspace is Online, so the next connection follows half a minute later.
  await vi.advanceTimersByTimeAsync((pollDelayMs(1) ?? 0) + 30_000);
  expect(countSockets()).toBe(2);
  openPushes();
  push(other);
  expect(store.read()).toMatchObject({ instance: own, hasBeenAway: false });
  // The connection is over: what it says of the other account's backups and payments is not shown either.
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  push({ kind: 'payment', outcome: 'failed' });
  expect(store.read().payment).toBeNull();
  expect(countSockets()).toBe(2);
});

test('a page takes no poll about the workspace of another account', async () => {
  const { seen, endPushes } = browser(200, { polled: other });
  const store = createLiveStore();
  store.subscribe(() => {});
  store.load(own);
  endPushes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.read().instance).toEqual(own);
  expect(seen.polls).toBe(1);
});

test('the next page connects again after a connection to another account', async () => {
  const { push, countSockets } = browser(200);
  const store = createLiveStore();
  const leave = store.subscribe(() => {});
  store.load(own);
  push(other);
  store.subscribe(() => {});
  leave();
  store.load(other);
  expect(store.read().instance).toEqual(other);
  expect(countSockets()).toBeGreaterThan(1);
});

test('the same page connects again once its own workspace is loaded after one of another account', () => {
  const { push, countSockets } = browser(200);
  const store = createLiveStore();
  store.subscribe(() => {});
  store.load(own);
  push(other);
  expect(countSockets()).toBe(1);
  store.load(own);
  expect(countSockets()).toBe(2);
});
