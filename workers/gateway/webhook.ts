import { newId } from '#app/crypto/secrets.ts';
import {
  gateHeaders,
  isMarked,
  isNotRegistered,
  isRequestRefused,
  MAX_NOT_REGISTERED_BYTES,
} from '#app/domain/held-webhooks/answers.ts';
import { countHeadBytes, MAX_BODY_BYTES, SAFE_HEAD_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { urlOf } from '#app/http/url-of.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import type { HoldAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import { configOf } from '../config-of.ts';
import type { Env } from '../env.ts';
import { workspaceStub } from '../instances.ts';
import { deliverAnswer, statePage } from './deliver.ts';
import { drain, fetchFromWorkspace, isIngressFailure, readShortBody, type Upload } from './fetch.ts';
import { headersForWorkspace } from './headers.ts';
import { answerRefusal, heldAnswer } from './held-answers.ts';
import { learnFrom } from './learning.ts';
import { type Recording, recordUpload, SlowUpload } from './recording.ts';
import { presumedBehind, presumedDown, settled } from './remembered.ts';
import { workspaceIdOf } from './workspace-address.ts';

/** Before the second attempt, the object opens the gate. */
const MAX_ATTEMPTS = 2;
/** By then, a restarted object or database is back, and other large bodies are stored. */
const NOT_STORED_RETRY_SECONDS = 5;

interface Webhook {
  request: Request;
  env: Env;
  execution: ExecutionContext;
  /** Name of the workspace. */
  name: string;
  id: string;
  headers: Headers;
  recording: Recording;
}

/** An answer, null without one. `signal`: why it is not the workflow's own, null if it is. */
interface Attempt {
  answer: Response | null;
  signal: HoldSignal | null;
}

/** Replaces the answer of a workspace that was not asked: it is presumed down, or the path to have a queue. */
const NOT_ASKED: Attempt = { answer: null, signal: 'gate-closed' };

/**
 * Forwards a webhook to its workspace; without a proper answer, the object holds it. No database or object is called
 * while it is Online. While it is down, the object is asked first: a process that starts takes up to half a second to
 * refuse.
 */
export async function proxyWebhook(
  request: Request,
  env: Env,
  execution: ExecutionContext,
  name: string,
): Promise<Response> {
  const headers = headersForWorkspace(request);
  let recording: Recording;
  try {
    recording = await recordUpload(request, { name, answerWithinMs: configOf(env).firstByteTimeoutMs });
  } catch (error) {
    if (error instanceof SlowUpload) return refuse(env, 'too-slow');
    // The sender closed the connection, so it never reads this answer.
    return statePage(request, env, name, 'unreachable');
  }
  try {
    return await deliverOrHold({ request, env, execution, name, id: newId('hld'), headers, recording });
  } catch (error) {
    reportError(error, { reference: newId('req'), url: request.url });
    return refuse(env, 'not-stored');
  } finally {
    recording.release();
  }
}

async function deliverOrHold(webhook: Webhook): Promise<Response> {
  const { request, env, execution, name, recording } = webhook;
  const { pathname: path } = urlOf(request);
  let upload: Upload = recording.upload;
  // The process would refuse the webhook or not answer: the object decides first, without it.
  for (let attempts = isSkipped(webhook) ? 0 : 1; ; attempts += 1) {
    const attempt = attempts === 0 ? NOT_ASKED : await send(webhook, upload);
    if (attempt === 'late') return statePage(request, env, name, 'late');
    const { answer, signal } = attempt;
    if (answer && signal === null) {
      const { method } = request;
      const learnt = await learnFrom(answer, { env, execution, name, path, method }).catch(() => null);
      // The workflow ran, but its answer was cut off. Without Retry-After, the sender does not run it again.
      return learnt ? deliverAnswer(request, env, name, learnt) : statePage(request, env, name, 'late');
    }

    if (signal === 'gate-closed' || signal === 'unreachable') settled.forget(name);
    // Another request may have closed the gate again.
    const isClosedAgain = signal === 'gate-closed' && attempts >= MAX_ATTEMPTS;
    const signalAt = attempts === 0 ? Number.NEGATIVE_INFINITY : systemClock.now();
    const held = await hold(webhook, isClosedAgain ? 'blocked' : (signal ?? 'unreachable'), signalAt).catch(
      (error: unknown) => {
        if (attempts > 0 || isOverloaded(error)) throw error;
        // The workspace may accept the webhook, whatever keeps its object from answering; one with too many calls gets no more.
        return { kind: 'forward' } as const;
      },
    );
    if (held === 'missing') return statePage(request, env, name, 'missing');
    if (held === 'no-room') return refuse(env, 'not-stored');
    if (held.kind === 'held' && held.isDown) presumedDown.add(name);
    // One webhook in half a minute is sent: only an answer of the process, or none, shows a crash.
    else if (held.kind === 'held' && held.isBehind && attempts > 0) presumedBehind.add(name + path);
    if (held.kind !== 'forward') return respond(webhook, held, answer);
    presumedDown.forget(name);
    presumedBehind.forget(name + path);
    const bytes = await recording.whole();
    discard(webhook, answer);
    if (bytes === null) return refuse(env, 'not-stored');
    upload = { body: bytes.byteLength === 0 ? null : bytes, sent: Promise.resolve() };
  }
}

/** Whether the workspace need not see a webhook that it would not accept: nothing in it could keep it from being replayed. */
function isSkipped({ name, request, headers, recording }: Webhook): boolean {
  if (!recording.isRead) return false;
  const { pathname, search } = urlOf(request);
  if (!presumedDown.has(name) && !presumedBehind.has(name + pathname)) return false;
  return countHeadBytes(pathname + search, headers) <= SAFE_HEAD_BYTES;
}

async function send({ request, env, name, id, headers }: Webhook, upload: Upload): Promise<Attempt | 'late'> {
  headers.set(gateHeaders.requestId, id);
  if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', id);
  const answer = await fetchFromWorkspace(request, env, name, { headers, upload });
  if (answer === 'late') return answer;
  return answer === 'unreachable' ? { answer: null, signal: 'unreachable' } : await classify(answer, name);
}

/** @returns `late` for the process's own answer without a whole body: the workflow may have run. */
async function classify(answer: Response, name: string): Promise<Attempt | 'late'> {
  const { status, headers } = answer;
  const refused = headers.get(gateHeaders.refused);
  if (refused === 'gate-closed' || refused === 'execution-limit') return { answer, signal: refused };
  // Without the mark, the answer comes from the ingress or Cloudflare. The sender learns what is wrong with the request itself.
  const isProper = isMarked(headers) || isRequestRefused(status);
  const signal = isProper ? null : isIngressFailure(answer) ? 'unreachable' : 'blocked';
  if (status !== 404 || (isProper && settled.has(name))) return { answer, signal };
  const length = Number(headers.get('Content-Length') ?? Number.NaN);
  if (!(length <= MAX_NOT_REGISTERED_BYTES)) return { answer, signal };
  const body = answer.body ? await readShortBody(answer.body).catch(() => null) : new Uint8Array();
  if (body === null) return isProper ? 'late' : { answer: null, signal };
  const isUnknown = isNotRegistered(new TextDecoder().decode(body));
  return { answer: new Response(body, answer), signal: isUnknown ? 'not-registered' : signal };
}

/** @returns `no-room` without memory for the body. @throws if the object is down, or the sender closed the connection. */
async function hold(
  { request, env, name, id, headers, recording }: Webhook,
  signal: HoldSignal,
  signalAt: number,
): Promise<HoldAnswer | 'missing' | 'no-room'> {
  const workspaceId = await workspaceIdOf(env, name);
  if (workspaceId === null) return 'missing';
  const { pathname: path, search } = urlOf(request);
  const body = await recording.whole();
  if (body === null && recording.size() <= MAX_BODY_BYTES) return 'no-room';
  return await workspaceStub(env, workspaceId).hold({
    id,
    method: request.method,
    path,
    search,
    body,
    signal,
    signalAgeMs: systemClock.now() - signalAt,
    // Without those that `send` added: their value is the id.
    headers: [...headers].filter(([header, value]) => header !== 'content-length' && value !== id),
    size: recording.size(),
    from: request.headers.get('CF-Connecting-IP') ?? 'unknown',
  });
}

function respond(
  webhook: Webhook,
  held: Exclude<HoldAnswer, { kind: 'forward' }>,
  answer: Response | null,
): Response {
  const { request, env, name, id } = webhook;
  const { isSecure } = configOf(env).portal;
  if (answer !== null && held.kind === 'deliver') {
    if (held.isSettled) settled.add(name);
    return deliverAnswer(request, env, name, answer);
  }
  discard(webhook, answer);
  switch (held.kind) {
    case 'held':
      return heldAnswer(id, held.retryAfterSeconds, isSecure);
    case 'refused':
      return answerRefusal(held, isSecure);
    case 'state': {
      const { view } = held;
      if (view === null || view.notice === 'deleted') return statePage(request, env, name, 'missing');
      const isOnline = view.status === InstanceStatus.Online;
      return statePage(request, env, name, isOnline ? 'unreachable' : view);
    }
    // An object of a newer version can give other answers.
    default:
      return statePage(request, env, name, 'unreachable');
  }
}

/** @returns whether an object refused a call for its load. https://developers.cloudflare.com/durable-objects/best-practices/error-handling/ */
function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true;
}

function refuse(env: Env, why: 'not-stored' | 'too-slow'): Response {
  const retryAfterSeconds = why === 'not-stored' ? NOT_STORED_RETRY_SECONDS : null;
  return answerRefusal({ why, retryAfterSeconds }, configOf(env).portal.isSecure);
}

/** Drains an undelivered answer, in the background. */
function discard({ execution }: Webhook, answer: Response | null): void {
  if (answer?.body) execution.waitUntil(drain(answer.body).catch(() => {}));
}
