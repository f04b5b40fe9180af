/** Why a workspace gave no answer: nothing answers there, or not in time. */
export type NoAnswer = 'unreachable' | 'late';

const BROKEN_OFF = 'The sender broke off.';

/**
 * Sends a request on to a workspace.
 *
 * @param init.firstByteTimeoutMs how long the workspace may take to begin its answer once it has the whole request: an upload
 *   may take as long as its client does, and so may an answer that has begun. An upload in chunks has the platform's limits.
 * @param init.upload the body to send instead of the request's own.
 */
export async function fetchFromWorkspace(
  url: string,
  request: Request,
  init: { headers: Headers; firstByteTimeoutMs: number; upload?: Upload },
): Promise<Response | NoAnswer> {
  const deadline = new AbortController();
  const { body, sent } = init.upload ?? watchUpload(request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAnswered = false;
  const startTimer = () => {
    if (!isAnswered) timer = setTimeout(() => deadline.abort(), init.firstByteTimeoutMs);
  };
  // An upload that breaks off breaks the request off, too: ended in order, it would look whole to the workspace.
  sent?.then(startTimer, () => deadline.abort(BROKEN_OFF));
  try {
    return await fetch(url, {
      method: request.method,
      headers: init.headers,
      body,
      redirect: 'manual',
      signal: deadline.signal,
    });
  } catch {
    // Refused and reset are the same to the visitor: the object says what is going on.
    return deadline.signal.aborted && deadline.signal.reason !== BROKEN_OFF ? 'late' : 'unreachable';
  } finally {
    isAnswered = true;
    clearTimeout(timer);
  }
}

/** A body on its way, and what resolves once all of it was sent; null when nobody knows. */
export interface Upload {
  body: ReadableStream | Uint8Array<ArrayBuffer> | null;
  sent: Promise<void> | null;
}

/**
 * @returns a request's body, piped by workerd itself and never held. Of an upload in chunks nobody knows when it was sent:
 *   behind a pipe, one that is cut off would look whole to the workspace.
 */
export function watchUpload({ body, headers }: Request): Upload {
  if (body === null) return { body, sent: Promise.resolve() };
  const length = headers.get('Content-Length');
  if (length === null) return { body, sent: null };
  const pipe = new FixedLengthStream(Number(length));
  return { body: pipe.readable, sent: body.pipeTo(pipe.writable) };
}
