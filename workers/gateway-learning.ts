import { newId } from '#app/crypto/secrets.ts';
import { isStarted, MAX_STARTED_BYTES } from '#app/domain/held-webhooks/answers.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';
import { workspaceIdOf } from './workspace-address.ts';

/** An isolate tells an object of its workspace's answers at most this often. */
const REPORT_INTERVAL_MS = 15 * SECOND_MS;
const MAX_PATHS_A_REPORT = 100;
/** How long a 404 of a workspace that has been up for a while is taken as meant. */
const SETTLED_MS = MINUTE_MS;

/** Whether a path's answers matter, by workspace and path; and until when a workspace is settled. */
const known = memoryCache(10_000);
const settled = memoryCache(1_000);
const unreported = new Map<string, { answers: Map<string, boolean>; reportedAt: number }>();

/** Remembers that the 404s of a workspace are its own for a while. */
export function rememberSettled(name: string): void {
  settled.set(name, { value: systemClock.now() + SETTLED_MS, storedAt: 0, askAgainAt: 0 });
}

export function isSettled(name: string): boolean {
  const until = settled.get(name)?.value;
  return typeof until === 'number' && systemClock.now() < until;
}

/** Where an answer comes from. */
interface Source {
  env: Env;
  execution: ExecutionContext;
  name: string;
  path: string;
}

/**
 * Learns whether a path's answers matter to its senders: an empty one and "Workflow was started" do not. Tells the
 * workspace's object when that is new, beside the request.
 *
 * @returns the answer, whose body may have been read.
 */
export async function learnFrom(answer: Response, source: Source): Promise<Response> {
  // A failure says nothing of what the flow answers.
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
  // In chunks it may take its time: its sender gets each as it comes.
  if (announced === null)
    return new Response(body.pipeThrough(watchAnswer(source)), { status, statusText, headers });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  learn(source, matters(bytes));
  return new Response(bytes, { status, statusText, headers });
}

function matters(body: Uint8Array): boolean {
  return body.byteLength > 0 && !isStarted(new TextDecoder().decode(body));
}

/** Passes an answer on, keeps its beginning, and learns from it at its end. */
function watchAnswer(source: Source): TransformStream<Uint8Array, Uint8Array> {
  let start = new Uint8Array();
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      // One byte more than fits says that it is longer.
      const room = MAX_STARTED_BYTES + 1 - start.byteLength;
      if (room <= 0) return;
      const joined = new Uint8Array(start.byteLength + Math.min(room, chunk.byteLength));
      joined.set(start);
      joined.set(chunk.subarray(0, room), start.byteLength);
      start = joined;
    },
    flush() {
      learn(source, start.byteLength > MAX_STARTED_BYTES || matters(start));
    },
  });
}

function learn({ env, execution, name, path }: Source, isOfMatter: boolean): void {
  const key = `${name}\n${path}`;
  const noted = unreported.get(name) ?? { answers: new Map(), reportedAt: Number.NEGATIVE_INFINITY };
  if (known.get(key)?.value !== isOfMatter) {
    // What finds no room in this report is new again with the next answer.
    if (noted.answers.size < MAX_PATHS_A_REPORT || noted.answers.has(path)) {
      known.set(key, { value: isOfMatter, storedAt: 0, askAgainAt: 0 });
      noted.answers.set(path, isOfMatter);
    }
    unreported.set(name, noted);
  }
  const now = systemClock.now();
  // Also of what was noted before, when nothing is new any more.
  if (noted.answers.size === 0 || now - noted.reportedAt < REPORT_INTERVAL_MS) return;
  const answers = [...noted.answers].map((learnt): LearntAnswer => ({ path: learnt[0], matters: learnt[1] }));
  unreported.set(name, { answers: new Map(), reportedAt: now });
  execution.waitUntil(report(env, name, answers));
}

async function report(env: Env, name: string, answers: readonly LearntAnswer[]): Promise<void> {
  try {
    const workspaceId = await workspaceIdOf(env, name);
    if (workspaceId !== null) await workspaceStub(env, workspaceId).learnAnswers(answers);
  } catch (error) {
    reportError(error, { reference: newId('req') });
  }
}
