import { type Clock, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { attempt } from './attempt.ts';
import { backoffMs } from './backoff.ts';
import { type AnswerCache, memoryCache } from './cache.ts';
import { OutboundError } from './errors.ts';

const DEFAULT_TIMEOUT_MS = 5 * SECOND_MS;
const MAX_ATTEMPTS = 3;
const DEFAULT_MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Spec §9, "HTTP cache 5 minutes". */
const CACHE_TTL_MS = 5 * MINUTE_MS;
const DOWN_PAUSE_MS = 30 * SECOND_MS;

interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** The time for the whole call: connecting, waiting, reading the answer, and every retry. */
  timeoutMs?: number;
  /** The deadline that this call shares with others, from `deadlineIn`; instead of `timeoutMs`. */
  deadline?: number;
  /** `safe`: repeating it has no further effect. GET and HEAD are safe unless this is `never`; no other is repeated. */
  retry?: 'safe' | 'never';
  maxBodyBytes?: number;
}

/** `isStale` when the provider is down and this is its last good answer. */
interface Remembered<Value> {
  value: Value;
  isStale: boolean;
}

export interface OutboundDependencies {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  /** The cache of `requestCached`; by default shared by all clients of this isolate. */
  cache?: AnswerCache;
  /** Multiplies every timeout, but lets no provider ask for a longer pause between retries; 1 by default. */
  timeoutFactor?: number;
  wait?: (durationMs: number) => Promise<void>;
  random?: () => number;
}

const isolateCache: AnswerCache = memoryCache(64);

/** Creates the product's client for providers (design §3, "Outbound calls"). */
export function createOutbound(dependencies: OutboundDependencies) {
  // Unbound on purpose: workerd refuses a fetch that is called as some object's method.
  const { fetch, clock } = dependencies;
  const { cache = isolateCache, random = Math.random, timeoutFactor = 1 } = dependencies;
  const { wait = (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)) } = dependencies;

  /** @returns the moment at which calls that have `timeoutMs` together give up. */
  const deadlineIn = (timeoutMs: number) => clock.now() + timeoutMs * timeoutFactor;

  /** @returns a 2xx response, its body in memory. @throws OutboundError for everything else, redirects included. */
  async function request(url: string, options: OutboundRequest = {}): Promise<Response> {
    const method = options.method ?? 'GET';
    const isRepeatable =
      options.retry === 'safe' || (options.retry !== 'never' && (method === 'GET' || method === 'HEAD'));
    const init: RequestInit = {
      method,
      // Workers send no User-Agent by themselves; Resend and Have I Been Pwned refuse requests without one.
      headers: { Accept: 'application/json', 'User-Agent': 'weft-cloud', ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
    };
    const deadline = options.deadline ?? deadlineIn(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const remainingMs = () => Math.max(1, deadline - clock.now());

    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(fetch, url, init, {
          timeoutMs: remainingMs(),
          maxBodyBytes: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
          now: () => clock.now(),
        });
      } catch (error) {
        const canHelp = error instanceof OutboundError && error.isTransient && error.kind !== 'body';
        if (!isRepeatable || !canHelp || attempts >= MAX_ATTEMPTS) throw error;
        const pauseMs = Math.max(error.retryAfterMs ?? 0, backoffMs(attempts, random()));
        // A provider that asks for more time than the caller has gets no second request from this call.
        if (pauseMs >= (deadline - clock.now()) / timeoutFactor) throw error;
        await wait(pauseMs);
      }
    }
  }

  /**
   * Requests what may be answered from memory: of one provider with the same headers and body, each with one `read`.
   * @param read makes the remembered value of an answer's JSON; throws for another shape, which counts as no answer.
   * @returns the value of an answer at most 5 minutes old, or of the last good one while the provider is down.
   * @throws OutboundError when nothing is remembered, or the provider refuses the request itself.
   */
  async function requestCached<Value>(
    url: string,
    read: (answer: unknown) => Value,
    options: OutboundRequest = {},
  ): Promise<Remembered<Value>> {
    const key = JSON.stringify([options.method, url, options.headers, options.body]);
    const known = cache.get(key);
    const now = clock.now();
    // An age below zero means that the clock went back: such an answer is of unknown age.
    const ageMs = known ? now - known.storedAt : Number.NaN;
    // Each key has one `read`.
    const remembered = known?.value as Value;
    if (known && ageMs >= 0 && ageMs < CACHE_TTL_MS) return { value: remembered, isStale: false };
    if (known && now < known.retryAt) return { value: remembered, isStale: true };
    try {
      const value = await readAnswer(await request(url, options), url, read);
      cache.set(key, { value, storedAt: clock.now(), retryAt: 0 });
      return { value, isStale: false };
    } catch (error) {
      if (!known || !(error instanceof OutboundError && error.isTransient)) throw error;
      cache.set(key, { ...known, retryAt: clock.now() + DOWN_PAUSE_MS });
      return { value: remembered, isStale: true };
    }
  }

  return { request, requestCached, deadlineIn };
}

export type Outbound = ReturnType<typeof createOutbound>;

async function readAnswer<Value>(
  response: Response,
  url: string,
  read: (answer: unknown) => Value,
): Promise<Value> {
  try {
    return read(await response.json());
  } catch (cause) {
    throw new OutboundError('body', { url, cause });
  }
}
