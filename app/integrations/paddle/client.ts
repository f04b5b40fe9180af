import { z } from 'zod';
import { UnansweredChange } from '#app/domain/billing/unanswered-change.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { type Clock, SECOND_MS } from '#app/domain/time/clock.ts';
import type { Outbound } from '../outbound/client.ts';
import { isRefusal, paddleFailure } from './failures.ts';

/** Spec §7: the billing service has 3 s, for all the calls of one method together. */
const METHOD_TIMEOUT_MS = 3 * SECOND_MS;
const PAGE_SIZE = 200;

export interface PaddleSettings {
  apiUrl: string;
  apiKey: string;
  outbound: Outbound;
  clock: Clock;
}

/** The calls of one method: they share its deadline. Each answers the `data` of Paddle's answer, checked. */
export interface Calls {
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** @param body null for none. @throws UnansweredChange where no answer of Paddle says whether it was done. */
  send<T>(method: 'POST' | 'PATCH', path: string, body: unknown, schema: z.ZodType<T>): Promise<T>;
  /** Like `send`, with one retry if no answer came: for idempotent requests. */
  sendRepeatably<T>(method: 'POST' | 'PATCH', path: string, body: unknown, schema: z.ZodType<T>): Promise<T>;
  /** A page of a list; `cached` when an answer at most 5 minutes old, or the last one of a Paddle that is down, will do. */
  page<T>(
    path: string,
    query: Record<string, string>,
    entity: z.ZodType<T>,
    cached?: 'cached',
  ): Promise<{ entities: T[]; hasMore: boolean }>;
}

/** The work of one method: starts its deadline, and maps failures to an AppError. */
export type Paddle = <T>(refused: ErrorCode, work: (calls: Calls) => Promise<T>) => Promise<T>;

/** The Paddle Billing API, version 1: https://developer.paddle.com/api-reference/overview */
export function paddleClient({ apiUrl, apiKey, outbound }: PaddleSettings): Paddle {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Paddle-Version': '1' };

  function callsUntil(deadline: number): Calls {
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

    async function read<T>(url: string, schema: z.ZodType<T>): Promise<T> {
      const { value } = await outbound.getCached(url, { headers, deadline });
      return schema.parse(value);
    }

    return {
      async get(path, schema) {
        return (await request('GET', path, null, z.object({ data: schema }))).data;
      },
      async send(method, path, body, schema) {
        const answer = await request(method, path, body, z.object({ data: schema })).catch(
          (error: unknown) => {
            throw isRefusal(error) ? error : new UnansweredChange(error);
          },
        );
        return answer.data;
      },
      async sendRepeatably(method, path, body, schema) {
        return (await request(method, path, body, z.object({ data: schema }), true)).data;
      },
      async page(path, query, entity, cached) {
        const pageSchema = z.object({
          data: z.array(entity),
          meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
        });
        const address = `${path}?${new URLSearchParams({ per_page: String(PAGE_SIZE), ...query })}`;
        const { data, meta } = cached
          ? await read(apiUrl + address, pageSchema)
          : await request('GET', address, null, pageSchema);
        return { entities: data, hasMore: meta.pagination.has_more };
      },
    };
  }

  return async (refused, work) => {
    try {
      return await work(callsUntil(outbound.deadlineIn(METHOD_TIMEOUT_MS)));
    } catch (error) {
      throw paddleFailure(error, refused);
    }
  };
}
