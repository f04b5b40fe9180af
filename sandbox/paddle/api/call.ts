import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { BodyError, parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken, sameSecret } from '#sandbox/server/secrets.ts';
import { errorReply, invalidField, PaddleError } from '../errors.ts';
import type { PaddleFaults } from '../faults.ts';
import type { PaddleState } from '../state.ts';
import type { ListPage } from './list.ts';

/** The shared settings of the API's routes. */
export type Api = {
  state: PaddleState;
  apiKey: string;
  faults: PaddleFaults;
  /** The delay of an answer under the `slow` fault. */
  slowAnswerMs: number;
};

export type PaddleCall = {
  query: URLSearchParams;
  /** The names after `include=`. */
  include: readonly string[];
  param(name: string): string;
  /** The validated body. Throws `invalid_field` with the invalid fields. */
  body<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
};

type Answer = { status?: number; data: unknown } | { page: ListPage<unknown>; data: unknown[] };

function refuseKey(authorization: string | undefined, key: string): void {
  if (authorization === undefined)
    throw new PaddleError(403, 'authentication_missing', 'Authentication header missing');
  const token = bearerToken(authorization);
  if (token === undefined)
    throw new PaddleError(
      403,
      'authentication_malformed',
      'Authentication header included, but incorrectly formatted',
    );
  if (!sameSecret(token, key))
    throw new PaddleError(403, 'invalid_token', 'The provided API key is not valid');
}

function parseBody<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  const found = schema.safeParse(text === '' ? {} : parseJson(text));
  if (found.success) return found.data;
  throw invalidField(
    found.error.issues.map(({ path, message }) => ({ field: path.join('.') || '(body)', message })),
  );
}

function envelope(answer: Answer, request: RouteRequest): Reply {
  const meta = { request_id: randomUUID() };
  const headers = { 'request-id': meta.request_id };
  if (!('page' in answer)) return jsonReply(answer.status ?? 200, { data: answer.data, meta }, headers);
  const { page, data } = answer;
  // The client follows `next` only if it begins with the address that the client called.
  const next = new URL(`http://${request.headers.host ?? '127.0.0.1'}`);
  next.pathname = request.url.pathname;
  next.search = request.url.search;
  if (page.after !== undefined) next.searchParams.set('after', page.after);
  const pagination = {
    per_page: page.perPage,
    next: next.href,
    has_more: page.hasMore,
    estimated_total: page.total,
  };
  return jsonReply(200, { data, meta: { ...meta, pagination } }, headers);
}

async function answerCall(
  request: RouteRequest,
  { apiKey, faults }: Api,
  handle: (call: PaddleCall) => Answer,
): Promise<Reply> {
  try {
    const text = await request.text();
    if (faults.mode === 'down')
      throw new PaddleError(503, 'service_unavailable', 'Paddle is switched off in the sandbox.');
    refuseKey(request.headers.authorization, apiKey);
    const query = request.url.searchParams;
    const answer = handle({
      query,
      include: (query.get('include') ?? '').split(',').filter((name) => name !== ''),
      param: (name) => request.param(name),
      body: (schema) => parseBody(text, schema),
    });
    return envelope(answer, request);
  } catch (error) {
    if (error instanceof PaddleError) return errorReply(error);
    if (error instanceof BodyError)
      return errorReply(new PaddleError(error.status, 'bad_request', error.message));
    throw error;
  }
}

const UPDATE = 'PATCH /subscriptions/:id';
const LOCK_CHECK_MS = 20;

/** Waits with an update until its subscription's `waiting` lock is cleared, or the caller is gone. */
async function untilUnlocked(request: RouteRequest, { state }: Api): Promise<void> {
  let isOpen = true;
  const closed = request.untilClosed().then(() => {
    isOpen = false;
  });
  while (isOpen && state.subscriptions.get(request.param('id'))?.lock === 'waiting')
    await Promise.race([sleep(LOCK_CHECK_MS, undefined, { ref: false }), closed]);
}

/** A call of the API: checks its key, applies the fault, and turns refusals into Paddle's errors. */
export function apiRoute(
  api: Api,
  method: string,
  path: string,
  handle: (call: PaddleCall) => Answer,
): Route {
  return {
    method,
    path,
    async handle(request) {
      if (`${method} ${path}` === UPDATE) await untilUnlocked(request, api);
      const reply = await answerCall(request, api, handle);
      // The work is done before the wait: a caller that times out must not assume that nothing happened.
      const { mode } = api.faults;
      if (mode === 'slow' || (mode === 'slow-changes' && method !== 'GET'))
        await Promise.race([sleep(api.slowAnswerMs, undefined, { ref: false }), request.untilClosed()]);
      return reply;
    },
  };
}
