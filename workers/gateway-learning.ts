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

/**
 * Learns whether a path's answers matter to its senders: an empty one and "Workflow was started" do not. Tells the
 * workspace's object when that is new, beside the request.
 *
 * @returns the answer, whose body may have been read.
 */
export async function learnFrom(
  answer: Response,
  { env, execution, name, path }: { env: Env; execution: ExecutionContext; name: string; path: string },
): Promise<Response> {
  // A failure says nothing of what the flow answers.
  if (answer.status >= 400 || answer.webSocket) return answer;
  const length = Number(answer.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  if (answer.body === null || length === 0) return learn(answer, false);
  const isPlain =
    answer.status < 300 && length <= MAX_STARTED_BYTES && !answer.headers.has('Content-Encoding');
  if (!isPlain) return learn(answer, true);
  const body = await answer.arrayBuffer();
  const { status, statusText, headers } = answer;
  return learn(
    new Response(body, { status, statusText, headers }),
    body.byteLength > 0 && !isStarted(new TextDecoder().decode(body)),
  );

  function learn(delivered: Response, matters: boolean): Response {
    const key = `${name}\n${path}`;
    if (known.get(key)?.value === matters) return delivered;
    known.set(key, { value: matters, storedAt: 0, askAgainAt: 0 });
    note(env, execution, name, { path, matters });
    return delivered;
  }
}

function note(env: Env, execution: ExecutionContext, name: string, { path, matters }: LearntAnswer): void {
  const now = systemClock.now();
  const noted = unreported.get(name) ?? { answers: new Map(), reportedAt: Number.NEGATIVE_INFINITY };
  if (noted.answers.size < MAX_PATHS_A_REPORT) noted.answers.set(path, matters);
  unreported.set(name, noted);
  if (now - noted.reportedAt < REPORT_INTERVAL_MS) return;
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
