import { newId } from '#app/crypto/secrets.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from '../env.ts';
import { workspaceStub } from '../instances.ts';
import { workspaceIdOf } from './workspace-address.ts';

/** An isolate sends one report per interval to an object, and up to {@link MAX_BURST} at once. */
const REPORT_INTERVAL_MS = 15 * SECOND_MS;
const MAX_BURST = 4;
const MAX_PATHS_PER_REPORT = 100;
/** Longer paths take memory that all workspaces of an isolate share. Their webhooks are held, as without a known answer. */
const MAX_PATH_CHARACTERS = 512;

/**
 * How long a path's answer needs no further report. Then its next one is reported again, since another isolate may have told the object
 * otherwise.
 */
const KNOWN_MS = 5 * MINUTE_MS;

/** Answers of a workspace that its object does not know yet, as in `known`. `dueAt`: when a timer sends them, UTC ms. */
interface Unreported {
  answers: Map<string, LearntAnswer>;
  dueAt: number;
}

/** Whether a path's answers matter, by workspace and path; those to a GET apart. `until`: UTC ms. */
const known = memoryCache<{ matters: boolean; until: number }>(10_000);
/** By workspace. What is evicted is reported once it is no longer known. */
const unreported = memoryCache<Unreported>(200);
/** Until when the reports to a workspace's object use up its intervals, UTC ms. */
const usedUntil = memoryCache<number>(10_000);

/** The origin of an answer. */
export interface Source {
  env: Env;
  execution: ExecutionContext;
  name: string;
  path: string;
  method: string;
}

/**
 * Reports to the workspace's object whether a path's answers matter, beside the request: news at once, within the limits above.
 * After an answer that matters, answers that do not matter change nothing for five minutes.
 */
export function learnAnswer(source: Source, matters: boolean): void {
  const { name, path, method } = source;
  if (path.length > MAX_PATH_CHARACTERS) return;
  const now = systemClock.now();
  const isGet = method === 'GET';
  const key = isGet ? `${name}\nGET ${path}` : `${name}\n${path}`;
  const before = known.get(key);
  const isKnown = before !== undefined && now < before.until && (before.matters || !matters);
  const { answers, dueAt } = unreported.get(name) ?? { answers: new Map<string, LearntAnswer>(), dueAt: 0 };
  // A path beyond the limit is reported with its next answer.
  if (!isKnown && (answers.size < MAX_PATHS_PER_REPORT || answers.has(key))) {
    known.set(key, { matters, until: now + KNOWN_MS });
    answers.set(key, { path, isGet, matters });
    unreported.set(name, { answers, dueAt });
  }
  sendUnreported(source);
}

/** Sends what is unreported, now or by a timer of this request once the limit allows it. */
function sendUnreported(source: Source): void {
  const { env, execution, name } = source;
  const waiting = unreported.get(name);
  if (!waiting) return;
  const now = systemClock.now();
  const used = Math.max(now, usedUntil.get(name) ?? now);
  const delayMs = used - now - (MAX_BURST - 1) * REPORT_INTERVAL_MS;
  if (delayMs <= 0) {
    usedUntil.set(name, used + REPORT_INTERVAL_MS);
    unreported.delete(name);
    execution.waitUntil(sendReport(env, name, waiting.answers));
  } else if (waiting.dueAt <= now) {
    // A timer that the runtime ended with its request is past this time as well.
    waiting.dueAt = now + delayMs;
    execution.waitUntil(sendLater(source, delayMs));
  }
}

async function sendLater(source: Source, delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const waiting = unreported.get(source.name);
  if (waiting) waiting.dueAt = 0;
  sendUnreported(source);
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
