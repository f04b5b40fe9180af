import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { isMarked } from '#app/domain/held-webhooks/answers.ts';
import { urlOf } from '#app/http/url-of.ts';
import { inTime } from '#app/integrations/in-time.ts';
import { configOf } from '../config-of.ts';
import type { Env } from '../env.ts';
import { ingressOf } from './workspace-address.ts';

/** Why a workspace gave no answer: the connection failed, or the deadline passed. */
export type NoAnswer = 'unreachable' | 'late';

/** Statuses of a cluster's ingress without a process behind it. A workflow can also answer with them. */
const FIRST_INGRESS_FAILURE = 502;
const LAST_INGRESS_FAILURE = 504;
/** Cloudflare's own statuses for an ingress that it cannot reach. A workflow that answers with one has the gate's mark. */
const FIRST_CLOUDFLARE_FAILURE = 520;
const LAST_CLOUDFLARE_FAILURE = 530;
/** A longer body costs more to read than a new connection costs to open. */
const MAX_DRAINED_BYTES = 4 * 1024;
const UPLOAD_ABORTED = 'The client aborted its upload.';

/**
 * Forwards a request to a workspace. The deadline counts from the last byte of the request to the first byte of the answer.
 * @param upload the body to send instead of the request's own; a chunked one has the platform's limits.
 * @throws TypeError for a request that `fetch` cannot send, such as a GET with a body: that says nothing about the workspace.
 */
export async function fetchFromWorkspace(
  request: Request,
  env: Env,
  name: string,
  { headers, upload }: { headers: Headers; upload?: Upload },
): Promise<Response | NoAnswer> {
  const ingress = await ingressOf(env, name);
  if (ingress === null) {
    // Without a reader, the recording would wait for the pipe's space, and its caller for the recording.
    if (upload?.body instanceof ReadableStream) await upload.body.cancel();
    return 'unreachable';
  }
  const { pathname, search } = urlOf(request);
  const deadline = new AbortController();
  const { body, sent } = upload ?? watchUpload(request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAnswered = false;
  const startTimer = () => {
    if (!isAnswered) timer = setTimeout(() => deadline.abort(), configOf(env).firstByteTimeoutMs);
  };
  const { signal } = deadline;
  const forwarded = new Request(`${ingress}${pathname}${search}`, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
    signal,
    ...(!isBuiltFile(pathname) && { cache: 'no-store' }),
  });
  // An aborted upload aborts the request: if it only ended, the workspace would treat it as complete.
  sent?.then(startTimer, () => deadline.abort(UPLOAD_ABORTED));
  try {
    const answer = await fetch(forwarded);
    if (!isCloudflareFailure(answer)) return answer;
    await answer.body?.cancel();
    return 'unreachable';
  } catch {
    // A refused and a reset connection look the same here: the workspace's object knows its state.
    return signal.aborted && signal.reason !== UPLOAD_ABORTED ? 'late' : 'unreachable';
  } finally {
    isAnswered = true;
    clearTimeout(timer);
  }
}

/**
 * @returns whether a path is of a file whose name has its hash. Cloudflare may store only those: it stores any answer to a path with an
 *   extension such as `.csv` for all requests, so that a workflow would run once for many webhooks, and asks for a HEAD by GET
 *   (https://developers.cloudflare.com/workers/reference/how-the-cache-works/).
 */
function isBuiltFile(pathname: string): boolean {
  return pathname.startsWith('/assets/');
}

export function isIngressFailure({ status }: Response): boolean {
  return status >= FIRST_INGRESS_FAILURE && status <= LAST_INGRESS_FAILURE;
}

function isCloudflareFailure({ status, headers }: Response): boolean {
  return status >= FIRST_CLOUDFLARE_FAILURE && status <= LAST_CLOUDFLARE_FAILURE && !isMarked(headers);
}

/** A body to send, and a promise of its end; null if the end cannot be observed. */
export interface Upload {
  body: ReadableStream | Uint8Array<ArrayBuffer> | null;
  sent: Promise<void> | null;
}

/** @returns a piped body. The end of a chunked one cannot be observed: behind a pipe, an aborted upload looks complete. */
export function watchUpload({ body, headers }: Request): Upload {
  if (body === null) return { body, sent: Promise.resolve() };
  const length = headers.get('Content-Length');
  if (length === null) return { body, sent: null };
  const pipe = new FixedLengthStream(Number(length));
  return { body: pipe.readable, sent: body.pipeTo(pipe.writable) };
}

/**
 * @returns the body of a short answer.
 * @throws if it is cut off, or does not end within half a minute: then it is cancelled.
 */
export async function readShortBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const readAll = async () => {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatBytes(chunks);
      chunks.push(value);
    }
  };
  try {
    return await inTime(readAll());
  } catch (error) {
    // A body that stalls would occupy its connection until the invocation ends.
    void reader.cancel().catch(() => {});
    throw error;
  }
}

/** Reads a short body to its end, so that the connection can serve another request; cancels a longer one. */
export async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  for (let size = 0; size <= MAX_DRAINED_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}
