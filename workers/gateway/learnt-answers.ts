import { newId } from '#app/crypto/secrets.ts';
import { isUsualPath } from '#app/domain/held-webhooks/addresses.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from '../env.ts';
import { workspaceStub } from '../instances.ts';
import { workspaceIdOf } from './workspace-address.ts';

/** An isolate sends one report per interval to an object, and a burst of up to {@link MAX_BURST}. */
const REPORT_INTERVAL_MS = 15 * SECOND_MS;
const MAX_BURST = 4;
const MAX_PATHS_PER_REPORT = 100;

/** A path's answer is reported again after this time, since another isolate may have told the object otherwise. */
const KNOWN_MS = 5 * MINUTE_MS;

/** The reports to a workspace's object. Instants are UTC ms. */
interface Reporter {
  /** Not reported yet, as in `known`. */
  answers: Map<string, LearntAnswer>;
  /** Until when the reports so far use up the intervals. */
  usedUntil: number;
  /** When a timer reports the answers. */
  dueAt: number;
}

/** Whether a path's answers matter, by workspace and path; those to a GET apart. `until`: UTC ms. */
const known = memoryCache<{ matters: boolean; until: number }>(10_000);
/** By workspace. */
const reporters = memoryCache<Reporter>(200);

/** The origin of an answer. */
export interface Source {
  env: Env;
  execution: ExecutionContext;
  name: string;
  path: string;
  method: string;
}

/**
 * Reports to the workspace's object whether a path's answers matter, in the background: immediately if that is new, within the limits above.
 * After an answer that matters, answers that do not matter change nothing for five minutes.
 */
export function learnAnswer(source: Source, matters: boolean): void {
  const { name, path, method } = source;
  // All workspaces share the isolate's memory. Webhooks to unusual paths are held, like those without a known answer.
  if (!isUsualPath(path)) return;
  const now = systemClock.now();
  const isGet = method === 'GET';
  const key = `${name}\n${isGet ? 'GET ' : ''}${path}`;
  const before = known.get(key);
  const isKnown = before !== undefined && now < before.until && (before.matters || !matters);
  const reporter = reporters.get(name) ?? { answers: new Map(), usedUntil: 0, dueAt: 0 };
  reporters.set(name, reporter);
  const { answers } = reporter;
  // A path beyond the limit is reported with its next answer.
  if (!isKnown && (answers.size < MAX_PATHS_PER_REPORT || answers.has(key))) {
    known.set(key, { matters, until: now + KNOWN_MS });
    answers.set(key, { path, isGet, matters });
  }
  report(source, reporter);
}

/** Reports now, or by a timer of this request once the limit allows it. */
function report(source: Source, reporter: Reporter): void {
  const now = systemClock.now();
  const { answers, dueAt } = reporter;
  // The runtime can end a timer with its request: then the time passes without a report.
  if (answers.size === 0 || now < dueAt) return;
  const used = Math.max(now, reporter.usedUntil);
  const delayMs = used - now - (MAX_BURST - 1) * REPORT_INTERVAL_MS;
  if (delayMs > 0) {
    reporter.dueAt = now + delayMs;
    source.execution.waitUntil(reportLater(source, reporter, delayMs));
    return;
  }
  reporter.usedUntil = used + REPORT_INTERVAL_MS;
  reporter.answers = new Map();
  source.execution.waitUntil(sendReport(source, answers));
}

async function reportLater(source: Source, reporter: Reporter, delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  reporter.dueAt = 0;
  report(source, reporter);
}

async function sendReport({ env, name }: Source, answers: ReadonlyMap<string, LearntAnswer>): Promise<void> {
  try {
    const workspaceId = await workspaceIdOf(env, name);
    if (workspaceId !== null) await workspaceStub(env, workspaceId).learnAnswers([...answers.values()]);
  } catch (error) {
    // The next answers are reported again.
    for (const [key, { matters }] of answers) known.set(key, { matters, until: 0 });
    reportError(error, { reference: newId('req') });
  }
}
