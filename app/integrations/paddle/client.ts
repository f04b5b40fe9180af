import { z } from 'zod';
import { UnansweredChange } from '#app/domain/billing/unanswered-change.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { type Clock, SECOND_MS } from '#app/domain/time/clock.ts';
import type { Outbound } from '../outbound/client.ts';
import { isRefusal, paddleFailure } from './failures.ts';

/** Spec §7: the billing service has 3 s, for all the calls of one method together. */
const METHOD_TIMEOUT_MS = 3 * SECOND_MS;
/** Paddle shortens pages to a list's maximum; for transactions it is 30. */
const PAGE_SIZE = 200;
/** Without a limit, a Paddle that repeats itself would be read forever. */
const MAX_PAGES = 10;

export interface PaddleSettings {
  apiUrl: string;
  apiKey: string;
  outbound: Outbound;
  clock: Clock;
  reportError(error: unknown): void;
}

/** The Paddle Billing API, version 1: https://developer.paddle.com/api-reference/overview */
export function paddleClient(settings: PaddleSettings) {
  /** Does the work of one method: starts its deadline, and maps failures to an AppError. */
  return async <T>(refused: ErrorCode, work: (calls: Calls) => Promise<T>): Promise<T> => {
    try {
      return await work(callsUntil(settings.outbound.deadlineIn(METHOD_TIMEOUT_MS), settings));
    } catch (error) {
      throw paddleFailure(error, refused);
    }
  };
}

export type Paddle = ReturnType<typeof paddleClient>;

/** The calls of one method: they share its deadline. Each answers the `data` of Paddle's answer, checked. */
function callsUntil(deadline: number, { apiUrl, apiKey, outbound }: PaddleSettings) {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Paddle-Version': '1' };

  async function request<T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: unknown,
    schema: z.ZodType<T>,
    isRepeatable = method === 'GET',
  ): Promise<T> {
    const response = await outbound.request(apiUrl + path, {
      method,
      retry: isRepeatable ? 'safe' : 'never',
      headers: body === null ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      deadline,
    });
    return schema.parse(await response.json());
  }

  const dataOf = <T>(schema: z.ZodType<T>) => z.object({ data: schema });

  return {
    get: async <T>(path: string, schema: z.ZodType<T>) =>
      (await request('GET', path, null, dataOf(schema))).data,
    /** @throws UnansweredChange where no answer of Paddle says whether it was done. */
    async send<T>(method: 'POST' | 'PATCH', path: string, body: object, schema: z.ZodType<T>): Promise<T> {
      try {
        return (await request(method, path, body, dataOf(schema))).data;
      } catch (error) {
        throw isRefusal(error) ? error : new UnansweredChange(error);
      }
    },
    /** Like `send`, with one retry if no answer came: for idempotent requests. */
    sendRepeatably: async <T>(method: 'POST' | 'PATCH', path: string, body: object, schema: z.ZodType<T>) =>
      (await request(method, path, body, dataOf(schema), true)).data,
    /** A page of a list; `cached` when an answer at most 5 minutes old, or the last one of a Paddle that is down, will do. */
    async page<T>(
      path: string,
      query: Record<string, string>,
      entity: z.ZodType<T>,
      cached?: 'cached',
    ): Promise<{ entities: T[]; hasMore: boolean }> {
      const pageSchema = z.object({
        data: z.array(entity),
        meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
      });
      const address = `${path}?${new URLSearchParams({ per_page: String(PAGE_SIZE), ...query })}`;
      const { data, meta } = cached
        ? (await outbound.requestCached(apiUrl + address, pageSchema.parse, { headers, deadline })).value
        : await request('GET', address, null, pageSchema);
      return { entities: data, hasMore: meta.pagination.has_more };
    },
  };
}

export type Calls = ReturnType<typeof callsUntil>;

/** @returns the entities of a list, from all its pages. */
export async function* listAll<T extends { id: string } | { event_id: string }>(
  { page }: Calls,
  path: string,
  query: Record<string, string>,
  entity: z.ZodType<T>,
  cached?: 'cached',
): AsyncGenerator<T> {
  let after: { after?: string } = {};
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    const { entities, hasMore } = await page(path, { ...query, ...after }, entity, cached);
    yield* entities;
    const last = entities.at(-1);
    if (!hasMore || !last) return;
    after = { after: 'event_id' in last ? last.event_id : last.id };
  }
}
