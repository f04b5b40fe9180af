import { createHash } from 'node:crypto';
import type { AnsweredRequests } from '#engine/hook/answered-requests.ts';
import { BodyError, parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken } from '#sandbox/server/secrets.ts';
import { verifySignedCall } from './sign-in.ts';

/** The time that running webhooks get before the process stops. */
const answerWithinMs = 10_000;

type Handle = (request: RouteRequest) => Promise<Reply>;

function isGated({ method, headers }: RouteRequest): boolean {
  if (method === 'GET') return !headers.accept?.includes('text/html');
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

function refuse(why: 'gate-closed' | 'in-progress' | 'stopping'): Reply {
  const message = 'This workspace does not take this request now.';
  return jsonReply(503, { message }, { 'retry-after': '5', 'weft-refused': why });
}

/** The gate in front of the webhooks: closed at every start, until the portal opens it; the portal's replays pass. */
export class Gate {
  readonly #signInKey: string;
  #closed: 'all' | ReadonlySet<string> = 'all';
  readonly #answered: AnsweredRequests;
  /** Webhooks that passed the gate and are not answered yet. */
  readonly #running = new Set<RouteRequest>();
  /** Once the process is stopping: resolves when `#running` is empty. */
  #stopping: PromiseWithResolvers<void> | undefined;

  constructor(signInKey: string, answered: AnsweredRequests) {
    this.#signInKey = signInKey;
    this.#answered = answered;
  }

  /** Runs a webhook unless the gate is closed for its path, and marks its answer. */
  guard(run: Handle): Handle {
    return async (request) => {
      const { 'weft-request-id': id, 'weft-replay': proof } = request.headers;
      delete request.headers['weft-replay'];
      const isReplay =
        typeof id === 'string' &&
        typeof proof === 'string' &&
        verifySignedCall(proof, `replay:${id}`, this.#signInKey);
      const status = isReplay ? this.#answered.statusOf(id) : undefined;
      if (status !== undefined) {
        return status === null
          ? refuse('in-progress')
          : { status: 204, headers: { 'weft-answered': String(status) } };
      }
      if (this.#stopping && (isReplay || isGated(request))) return refuse('stopping');
      const isClosed = this.#closed === 'all' || this.#closed.has(request.url.pathname);
      if (!isReplay && isGated(request) && isClosed) return refuse('gate-closed');
      this.#keepUntilAnswered(request);
      const reply = await (typeof id === 'string' ? this.#follow(id, () => run(request)) : run(request));
      return { ...reply, headers: { ...reply.headers, 'weft-gate': 'passed' } };
    };
  }

  /**
   * Refuses every further webhook, replays too, since the process is about to stop. Resolves once the running ones are
   * answered, or after {@link answerWithinMs}: an answer that is lost makes the portal run its webhook again.
   */
  async stop(): Promise<void> {
    this.#stopping ??= Promise.withResolvers();
    if (this.#running.size === 0) return;
    const timer = setTimeout(this.#stopping.resolve, answerWithinMs);
    await this.#stopping.promise;
    clearTimeout(timer);
  }

  /** `PUT /weft/gate`: the portal sets the closed paths, 'all' or a list. */
  route(): Route {
    return {
      method: 'PUT',
      path: '/weft/gate',
      handle: async (request) => {
        const body = await request.text();
        const digest = createHash('sha256').update(body).digest('hex');
        const bearer = bearerToken(request.headers.authorization);
        if (!verifySignedCall(bearer, `gate:${digest}`, this.#signInKey))
          return jsonReply(401, { message: 'Unauthorized' });
        const given = parseJson(body);
        const closed = typeof given === 'object' && given !== null && 'closed' in given ? given.closed : null;
        const isList = Array.isArray(closed) && closed.every((path) => typeof path === 'string');
        if (closed !== 'all' && !isList) throw new BodyError(400, 'This is no list of paths.');
        this.#closed = closed === 'all' ? 'all' : new Set(closed as string[]);
        return { status: 204 };
      },
    };
  }

  #keepUntilAnswered(request: RouteRequest): void {
    this.#running.add(request);
    void request.untilClosed().then(() => {
      this.#running.delete(request);
      if (this.#running.size === 0) this.#stopping?.resolve();
    });
  }

  async #follow(id: string, run: () => Promise<Reply>): Promise<Reply> {
    this.#answered.begin(id);
    // A handler throws only before it runs a workflow, such as for a body that was cut off.
    let status: number | null = null;
    try {
      const reply = await run();
      status = reply.status;
      return reply;
    } finally {
      this.#answered.end(id, status);
    }
  }
}
