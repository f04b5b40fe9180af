import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { isStarted, MAX_STARTED_BYTES } from '#app/domain/held-webhooks/answers.ts';
import { readShortBody } from './fetch.ts';
import { learnAnswer, type Source } from './learnt-answers.ts';

/**
 * Learns whether a path's answers matter to its senders: an empty answer and "Workflow was started" do not.
 * @returns the answer, or a copy if its body was read. @throws if its body is cut off or does not arrive.
 */
export async function learnFrom(answer: Response, source: Source): Promise<Response> {
  // A failure says nothing about the workflow's usual answer: n8n's own cannot be distinguished from the workflow's.
  if (answer.status >= 400 || answer.webSocket) return answer;
  const { body, status, headers } = answer;
  const announced = headers.get('Content-Length');
  const isEmpty = body === null || announced === '0';
  const isPlain = status < 300 && !headers.has('Content-Encoding');
  if (isEmpty || !isPlain || Number(announced) > MAX_STARTED_BYTES) {
    // An address, such as a redirect's, is an answer. A 304 only says that the sender has the data already.
    const doesMatter = !isEmpty || headers.has('Location');
    if (doesMatter || status < 300) learnAnswer(source, doesMatter);
    return answer;
  }
  // A chunked answer can take long, so the sender gets each chunk as it arrives.
  if (announced === null) return new Response(body.pipeThrough(watchAnswer(source)), answer);
  const bytes = await readShortBody(body);
  learnAnswer(source, matters(bytes));
  return new Response(bytes, answer);
}

function matters(body: Uint8Array): boolean {
  return body.byteLength > 0 && !isStarted(new TextDecoder().decode(body));
}

/** Forwards an answer, keeps its first bytes, and learns from them at the end. */
function watchAnswer(source: Source): TransformStream<Uint8Array, Uint8Array> {
  let start = new Uint8Array();
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      // One byte above the limit shows that the answer is longer.
      const room = MAX_STARTED_BYTES + 1 - start.byteLength;
      if (room <= 0) return;
      start = concatBytes([start, chunk.subarray(0, room)]);
    },
    flush() {
      learnAnswer(source, start.byteLength > MAX_STARTED_BYTES || matters(start));
    },
  });
}
