import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { AnsweredRequests } from './answered-requests.ts';
import { type Handler, parseJson, pathOf, Refusal, sendEmpty, sendUnread } from './http.ts';
import { isSignedCall } from './signatures.ts';
import { readSignedBody } from './signed-call.ts';

/** The addresses whose requests the portal holds and replays. */
const WEBHOOK_ADDRESS = /^\/(?:webhook|webhook-waiting|form)\//i;
const MAX_CALL_BYTES = 1024 * 1024;
/**
 * The time that running webhooks get before the process stops. Together with n8n's own shutdown timeout, it must be less
 * than the pod's grace period.
 */
const ANSWER_WITHIN_MS = 10_000;

const gateSchema = z.object({ closed: z.union([z.literal('all'), z.array(z.string())]) });

/**
 * The gate in front of the webhooks: closed at every start, until the portal opens it, so that no request overtakes those
 * that the portal holds. A replay of the portal passes a closed gate.
 */
export function createGate({ signInKey }: { signInKey: string }, answered: AnsweredRequests) {
  let closed: 'all' | ReadonlySet<string> = 'all';
  /** Webhooks that passed the gate and are not answered yet. */
  const running = new Set<ServerResponse>();
  /** Once the process is stopping: resolves when `running` is empty. */
  let stopping: PromiseWithResolvers<void> | undefined;

  /**
   * Remembers the status of the answer, even if the client has disconnected, unless nothing ran: n8n answers 400 to a request
   * that was cut off, and an execution beyond the limit is refused.
   */
  function rememberAnswer(id: string, request: IncomingMessage, response: ServerResponse): void {
    answered.begin(id);
    const { end } = response;
    response.end = function endAndRemember(this: ServerResponse, ...rest: unknown[]) {
      const isCutOff = response.statusCode === 400 && request.socket.destroyed;
      const isRefused = response.hasHeader('Weft-Refused');
      answered.end(id, isCutOff || isRefused ? null : response.statusCode);
      return Reflect.apply(end, this, rest);
    } as typeof end;
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    why: 'gate-closed' | 'in-progress' | 'stopping',
  ): void {
    response.setHeader('Retry-After', '5');
    response.setHeader('Weft-Refused', why);
    sendUnread(request, response, 503, { message: 'This workspace does not take this request now.' });
  }

  /** @returns the id of a request that the portal replays; null for other requests. */
  function replayOf({ headers }: IncomingMessage): string | null {
    const { 'weft-request-id': id, 'weft-replay': proof } = headers;
    if (typeof id !== 'string' || typeof proof !== 'string') return null;
    return isSignedCall(`Bearer ${proof}`, `replay:${id}`, signInKey) ? id : null;
  }

  /** @returns whether a replay was answered here, since its request was run before. */
  function answerFromMemory(id: string, request: IncomingMessage, response: ServerResponse): boolean {
    const status = answered.statusOf(id);
    if (status === undefined) return false;
    if (status === null) {
      refuse(request, response, 'in-progress');
      return true;
    }
    response.setHeader('Weft-Answered', String(status));
    request.resume();
    sendEmpty(response);
    return true;
  }

  return {
    /** A layer that refuses webhooks while the gate is closed for their path, and marks the others' answers. */
    layer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const path = pathOf(request);
      if (!WEBHOOK_ADDRESS.test(path)) {
        next();
        return;
      }
      const replayed = replayOf(request);
      delete request.headers['weft-replay'];
      if (replayed !== null && answerFromMemory(replayed, request, response)) return;
      if (stopping && (replayed !== null || isGated(request))) {
        refuse(request, response, 'stopping');
        return;
      }
      const isClosed = closed === 'all' || closed.has(path);
      if (replayed === null && isClosed && isGated(request)) {
        refuse(request, response, 'gate-closed');
        return;
      }
      const { 'weft-request-id': id } = request.headers;
      if (typeof id === 'string') rememberAnswer(id, request, response);
      running.add(response);
      response.once('close', () => {
        running.delete(response);
        if (running.size === 0) stopping?.resolve();
      });
      response.setHeader('Weft-Gate', 'passed');
      next();
    },

    /**
     * Refuses every further webhook, replays too, since the process is about to stop. Resolves once the running ones are
     * answered, or after {@link ANSWER_WITHIN_MS}: an answer that is lost makes the portal run its webhook again.
     */
    async stop(): Promise<void> {
      stopping ??= Promise.withResolvers();
      if (running.size === 0) return;
      const timer = setTimeout(stopping.resolve, ANSWER_WITHIN_MS);
      await stopping.promise;
      clearTimeout(timer);
    },

    /** `PUT /weft/gate`: the portal sets the paths for which the gate is closed. */
    set: (async (request, response) => {
      const signed = { purpose: 'gate', maxBytes: MAX_CALL_BYTES, key: signInKey };
      const body = await readSignedBody(request, signed);
      const read = gateSchema.safeParse(parseJson(body));
      if (!read.success) throw new Refusal(400, 'The body is not a list of paths.');
      closed = read.data.closed === 'all' ? 'all' : new Set(read.data.closed);
      sendEmpty(response);
    }) satisfies Handler,
  };
}

/** Navigations of a browser, OPTIONS and HEAD are never held, so they pass the gate. */
function isGated({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET') return !headers.accept?.includes('text/html');
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE';
}
