import {
  gateHeaders,
  isMarked,
  isNotRegistered,
  isRequestRefused,
  isWithoutDatabase,
  MAX_NOT_REGISTERED_BYTES,
} from '#app/domain/held-webhooks/answers.ts';
import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import { type AttemptOutcome, requestIdOf } from '#app/domain/held-webhooks/replay.ts';
import { type IngressCluster, workspaceUrls } from '../kubernetes/ingress.ts';
import type { Outbound } from '../outbound/client.ts';
import { type KeyOf, sha256, signPurpose } from './signing.ts';

const GATE_TIMEOUT_MS = 3_000;
/** Statuses of the ingress and of Cloudflare for a workspace or an ingress that they cannot reach. */
const isUnreachable = (status: number) => status === 503 || (status >= 520 && status <= 530);
/** Of these, Cloudflare's "the ingress ended the connection": it had the request. */
const DISCONNECTED = 520;
/** The ingress's and Cloudflare's deadlines: either had sent the request. */
const UNANSWERED = [504, 524];

/** The part of a workspace's process for held webhooks, asked through its cluster's ingress (docs/cluster.md, "The gate"). */
export function heldWebhooksProcess(settings: {
  clusters: readonly IngressCluster[];
  outbound: Outbound;
  fetch: typeof globalThis.fetch;
  /** How long the workspace may take to start its answer. */
  firstByteTimeoutMs: number;
  signInKeyOf: KeyOf;
}): HeldWebhooksProcess {
  const { fetch, signInKeyOf } = settings;
  const urlOf = workspaceUrls(settings.clusters);

  return {
    async setGate(facts, closed) {
      const body = JSON.stringify({ closed });
      const signature = signPurpose(`gate:${sha256(body)}`, await signInKeyOf(facts.workspaceId));
      const { status } = await settings.outbound.request(urlOf(facts, '/weft/gate'), {
        method: 'PUT',
        headers: { Authorization: `Bearer ${signature}`, 'Content-Type': 'application/json' },
        body,
        // The caller holds the request instead.
        retry: 'never',
        timeoutMs: GATE_TIMEOUT_MS,
      });
      // A 200 is another page's: the hook file answers 204.
      if (status !== 204) throw new Error(`The workspace answered the gate call with ${status}.`);
    },

    async replay(facts, request) {
      const headers = new Headers(request.headers.map(([name, value]): [string, string] => [name, value]));
      if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', request.id);
      const requestId = requestIdOf(request);
      headers.set(gateHeaders.requestId, requestId);
      headers.set(gateHeaders.heldId, request.id);
      headers.set(gateHeaders.heldAt, new Date(request.receivedAt).toISOString());
      const signInKey = await signInKeyOf(facts.workspaceId);
      headers.set(gateHeaders.replay, signPurpose(`replay:${requestId}`, signInKey));
      headers.delete('Content-Length');
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), settings.firstByteTimeoutMs);
      try {
        const answer = await fetch(urlOf(facts, request.path + request.search), {
          method: request.method,
          headers,
          body: request.method === 'GET' ? null : request.body,
          redirect: 'manual',
          signal: deadline.signal,
          // Otherwise Cloudflare could answer a GET of a path such as `/webhook/report.csv` itself.
          cache: 'no-store',
        });
        return await outcomeOf(answer);
      } catch {
        return { kind: deadline.signal.aborted ? 'unanswered' : 'disconnected' };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function outcomeOf(answer: Response): Promise<AttemptOutcome> {
  const { status, headers } = answer;
  const length = Number(headers.get('Content-Length') ?? Number.NaN);
  if ((status === 404 || status === 503) && length <= MAX_NOT_REGISTERED_BYTES) {
    const body = await answer.text();
    if (isNotRegistered(body)) return { kind: 'not-registered' };
    if (isWithoutDatabase(body)) return { kind: 'unavailable' };
  } else {
    await answer.body?.cancel();
  }
  const refused = headers.get(gateHeaders.refused);
  if (refused === 'in-progress') return { kind: 'in-progress' };
  if (refused !== null) return { kind: 'unavailable' };
  const answered = headers.get(gateHeaders.answered);
  if (answered !== null) return { kind: 'answered', status: Number(answered) };
  return isMarked(headers) ? { kind: 'answered', status } : outcomeWithoutProcess(status);
}

/** @param status of an answer of the ingress or Cloudflare: whatever it is, no workflow gave it. */
function outcomeWithoutProcess(status: number): AttemptOutcome {
  // The ingress: the connection to the process broke.
  if (status === 502) return { kind: 'broken' };
  // A request that never passes the ingress must not stop the whole replay.
  if (isRequestRefused(status)) return { kind: 'answered', status };
  if (UNANSWERED.includes(status)) return { kind: 'unanswered' };
  if (status === DISCONNECTED) return { kind: 'disconnected' };
  return { kind: isUnreachable(status) ? 'unreachable' : 'blocked' };
}
