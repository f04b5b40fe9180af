import { newId } from '#app/crypto/secrets.ts';
import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { isStarted, MAX_STARTED_BYTES } from '#app/domain/held-webhooks/answers.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from '../env.ts';
import { workspaceStub } from '../instances.ts';
import { workspaceIdOf } from './workspace-address.ts';

/** Minimum interval between an isolate's reports to one object. */
const REPORT_INTERVAL_MS = 15 * SECOND_MS;
const MAX_PATHS_PER_REPORT = 100;

/**
 * How long a path's answer needs no further report. Then its next one is reported again, since another isolate may have told the object
 * otherwise.
 */
const KNOWN_MS = 5 * MINUTE_MS;

/** Whether a path's answers matter, by workspace and path; those to a GET apart. `until`: UTC ms. */
const known = memoryCache<{ matters: boolean; until: number }>(10_000);
/** Answers not yet reported to an object, by workspace, then as in `known`. */
const unreported = new Map<string, { answers: Map<string, LearntAnswer>; reportedAt: number }>();

/** The origin of an answer. */
interface Source {
  env: Env;
  execution: ExecutionContext;
  name: string;
  path: string;
  method: string;
}

/**
 * Learns whether a path's answers matter to its senders: an empty answer and "Workflow was started" do not. Reports changes
 * to the workspace's object, beside the request.
 *
 * @returns the answer, or a copy if its body was read.
 */
export async function learnFrom(answer: Response, source: Source): Promise<Response> {
  // A failure says nothing about the workflow's usual answer: n8n's own cannot be distinguished from the workflow's.
  if (answer.status >= 400 || answer.webSocket) return answer;
  const { body, status, statusText, headers } = answer;
  const announced = headers.get('Content-Length');
  const isPlain = status < 300 && !headers.has('Content-Encoding');
  if (body === null || announced === '0') {
    learn(source, false);
    return answer;
  }
  if (!isPlain || Number(announced) > MAX_STARTED_BYTES) {
    learn(source, true);
    return answer;
  }
  // A chunked answer can take long, so the sender gets each chunk as it arrives.
  if (announced === null)
    return new Response(body.pipeThrough(watchAnswer(source)), { status, statusText, headers });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  learn(source, matters(bytes));
  return new Response(bytes, { status, statusText, headers });
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
      learn(source, start.byteLength > MAX_STARTED_BYTES || matters(start));
    },
  });
}

/** After an answer that matters, answers that do not matter change nothing for five minutes. */
function learn({ env, execution, name, path, method }: Source, doesMatter: boolean): void {
  const now = systemClock.now();
  const isGet = method === 'GET';
  const key = isGet ? `${name}\nGET ${path}` : `${name}\n${path}`;
  const before = known.get(key);
  const report = unreported.get(name) ?? { answers: new Map(), reportedAt: Number.NEGATIVE_INFINITY };
  const isKnown = before !== undefined && now < before.until && (before.matters || !doesMatter);
  // A path beyond the limit is reported with its next answer.
  if (!isKnown && (report.answers.size < MAX_PATHS_PER_REPORT || report.answers.has(key))) {
    known.set(key, { matters: doesMatter, until: now + KNOWN_MS });
    report.answers.set(key, { path, isGet, matters: doesMatter });
    unreported.set(name, report);
  }
  // An answer without a change can still end the interval for earlier changes.
  if (report.answers.size === 0 || now - report.reportedAt < REPORT_INTERVAL_MS) return;
  unreported.set(name, { answers: new Map(), reportedAt: now });
  execution.waitUntil(sendReport(env, name, report.answers));
}

async function sendReport(env: Env, name: string, answers: ReadonlyMap<string, LearntAnswer>): Promise<void> {
  try {
    const workspaceId = await workspaceIdOf(env, name);
    if (workspaceId !== null) await workspaceStub(env, workspaceId).learnAnswers([...answers.values()]);
  } catch (error) {
    // The next answers are reported again.
    for (const [key, { matters }] of answers) known.set(key, { matters, until: 0 });
    reportError(error, { reference: newId('req') });
  }
}
