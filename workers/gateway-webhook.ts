import { newId } from '#app/crypto/secrets.ts';
import { gateHeaders, isNotRegistered } from '#app/domain/held-webhooks/answers.ts';
import { MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import type { HoldAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { deliverAnswer, statePage } from './gateway-deliver.ts';
import { fetchFromWorkspace, type Upload } from './gateway-fetch.ts';
import { headersForWorkspace } from './gateway-headers.ts';
import { heldAnswer, refusedAnswer } from './gateway-held-answers.ts';
import { isSettled, learnFrom, rememberSettled } from './gateway-learning.ts';
import { type Recording, recordUpload } from './gateway-recording.ts';
import { workspaceStub } from './instances.ts';
import { ingressOf, workspaceIdOf } from './workspace-address.ts';

/** What a cluster's ingress says when nothing runs behind it. */
const NO_PROPER_ANSWER = [502, 503, 504];
const MAX_REFUSAL_BYTES = 4 * 1024;
/** The second time, the object has opened the gate. */
const MAX_ASKED = 2;
/** An object or a database that restarts is back by then, and other large bodies are stored. */
const NOT_STORED_RETRY_SECONDS = 5;

/** The workspace's answer; `signal` when it is no proper one. */
interface Judged {
  answer: Response | null;
  signal: HoldSignal | null;
}

/**
 * Sends a webhook on to its workspace, and has the workspace's object hold it when there is no proper answer. Online, it
 * costs no database and no object call.
 */
export async function proxyWebhook(
  request: Request,
  env: Env,
  execution: ExecutionContext,
  name: string,
): Promise<Response> {
  const id = newId('hld');
  const headers = headersForWorkspace(request);
  let recording: Recording;
  try {
    recording = await recordUpload(request, name);
  } catch {
    // The sender broke off: nobody reads this.
    return statePage(request, env, name, 'unreachable');
  }
  try {
    return await deliverOrHold({ request, env, execution, name, id, headers, recording });
  } catch (error) {
    reportError(error, { reference: newId('req'), url: request.url });
    return refuseUnstored({ env });
  } finally {
    recording.release();
  }
}

interface Webhook {
  request: Request;
  env: Env;
  execution: ExecutionContext;
  name: string;
  id: string;
  headers: Headers;
  recording: Recording;
}

async function deliverOrHold(webhook: Webhook): Promise<Response> {
  const { request, env, execution, name, id, recording } = webhook;
  const { pathname: path } = new URL(request.url);
  let upload: Upload = recording.upload;
  for (let asked = 1; ; asked += 1) {
    const judged = await ask(webhook, upload);
    if (judged === 'late') return statePage(request, env, name, 'late');
    const { answer, signal } = judged;
    if (answer && signal === null) {
      const learnt = await learnFrom(answer, { env, execution, name, path }).catch(() => null);
      // The workflow ran, and its answer broke off: who sends it again runs it twice.
      return learnt ? deliverAnswer(request, env, name, learnt) : statePage(request, env, name, 'late');
    }

    // A gate that is closed again is of a process that has just started.
    const isClosedAgain = signal === 'gate-closed' && asked >= MAX_ASKED;
    const held = await hold(webhook, isClosedAgain ? 'unreachable' : (signal ?? 'unreachable'));
    if (held === 'missing') return statePage(request, env, name, 'missing');
    if (held === 'no-room') return refuseUnstored(webhook);
    if (held.kind !== 'forward') return answerOf(webhook, held, { id, answer });
    const bytes = await recording.whole();
    discard(webhook, answer);
    if (bytes === null) return refuseUnstored(webhook);
    upload = { body: bytes.byteLength === 0 ? null : bytes, sent: Promise.resolve() };
  }
}

async function ask({ request, env, name, id, headers }: Webhook, upload: Upload): Promise<Judged | 'late'> {
  const address = await ingressOf(env, name);
  if (address === null) return { answer: null, signal: 'unreachable' };
  const { pathname, search } = new URL(request.url);
  const sent = new Headers(headers);
  sent.set(gateHeaders.requestId, id);
  if (!sent.has('Idempotency-Key')) sent.set('Idempotency-Key', id);
  const answer = await fetchFromWorkspace(`${address}${pathname}${search}`, request, {
    headers: sent,
    firstByteTimeoutMs: configOf(env).firstByteTimeoutMs,
    upload,
  });
  if (answer === 'late') return answer;
  return answer === 'unreachable' ? { answer: null, signal: 'unreachable' } : await judge(answer, name);
}

async function judge(answer: Response, name: string): Promise<Judged> {
  const refused = answer.headers.get(gateHeaders.refused);
  if (refused === 'gate-closed' || refused === 'execution-limit') return { answer, signal: refused };
  const isOwn = answer.headers.has(gateHeaders.passed);
  if (!isOwn && NO_PROPER_ANSWER.includes(answer.status)) return { answer, signal: 'unreachable' };
  const length = Number(answer.headers.get('Content-Length') ?? Number.NaN);
  if (answer.status !== 404 || isSettled(name) || !(length <= MAX_REFUSAL_BYTES))
    return { answer, signal: null };
  const { status, statusText, headers } = answer;
  const body = await answer.text();
  const copy = new Response(body, { status, statusText, headers });
  return { answer: copy, signal: isNotRegistered(body) ? 'not-registered' : null };
}

/**
 * @returns `no-room` when the isolate could not keep the body: it is not too large, and can be sent again.
 * @throws when the object is down, or the sender broke off.
 */
async function hold(
  { request, env, name, id, headers, recording }: Webhook,
  signal: HoldSignal,
): Promise<HoldAnswer | 'missing' | 'no-room'> {
  const workspaceId = await workspaceIdOf(env, name);
  if (workspaceId === null) return 'missing';
  const { pathname: path, search } = new URL(request.url);
  const body = await recording.whole();
  if (body === null && recording.size() <= MAX_BODY_BYTES) return 'no-room';
  return await workspaceStub(env, workspaceId).hold({
    id,
    method: request.method,
    path,
    search,
    body,
    signal,
    headers: [...headers].filter(([header]) => header !== 'content-length'),
    size: recording.size(),
    from: request.headers.get('CF-Connecting-IP') ?? 'unknown',
  });
}

function refuseUnstored({ env }: Pick<Webhook, 'env'>): Response {
  return refusedAnswer('not-stored', NOT_STORED_RETRY_SECONDS, configOf(env).portal.isSecure);
}

/**
 * Reads an answer that nobody gets to its end, beside the request: the connection serves the next one then. A longer one is
 * cancelled, which closes the connection.
 */
function discard({ execution }: Webhook, answer: Response | null): void {
  if (answer?.body) execution.waitUntil(drain(answer.body).catch(() => {}));
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  for (let size = 0; size <= MAX_REFUSAL_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}

async function answerOf(
  webhook: Webhook,
  held: Exclude<HoldAnswer, { kind: 'forward' }>,
  { id, answer }: { id: string; answer: Response | null },
): Promise<Response> {
  const { request, env, name } = webhook;
  const { isSecure } = configOf(env).portal;
  const isDelivered = answer !== null && isOwnAnswer(held);
  if (isDelivered) {
    if (held.kind === 'deliver' && held.isSettled) rememberSettled(name);
    return deliverAnswer(request, env, name, answer);
  }
  discard(webhook, answer);
  switch (held.kind) {
    case 'held':
      return heldAnswer(id, held.retryAfterSeconds, isSecure);
    case 'refused':
      return refusedAnswer(held.why, held.retryAfterSeconds, isSecure);
    case 'state': {
      const { view } = held;
      if (view === null || view.notice === 'deleted') return statePage(request, env, name, 'missing');
      const isOnline = view.status === InstanceStatus.Online;
      return statePage(request, env, name, isOnline ? 'unreachable' : view);
    }
    case 'deliver':
      return statePage(request, env, name, 'unreachable');
  }
}

/** It runs, so the answer is its own: a workflow that says 503 means it. */
function isOwnAnswer(held: HoldAnswer): boolean {
  return held.kind === 'deliver' || (held.kind === 'state' && held.view?.status === InstanceStatus.Online);
}
