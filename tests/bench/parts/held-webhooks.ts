import { setTimeout as sleep } from 'node:timers/promises';
import { deviationsOf, listCountedRuns, waitsOf } from '#tests/support/counted-runs.ts';
import type { SentWebhook } from '#tests/support/counting-sender.ts';
import { HeldStorm } from '#tests/support/held-storm.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { recordCpu } from '../support/cpu-record.ts';
import { portOf } from '../support/sides.ts';

const LOAD = { paths: 50, perSecond: 200, heldAtLeast: 1_000 };
const SENDING_MS = 300_000;
const GOAL_MS = 40;

/**
 * A sender of 200 webhooks a second for five minutes, while its workspace is restarted, updated and broken (`HeldStorm`).
 * Prints what was held and how fast it was answered. @throws when one was lost, doubled or overtaken.
 */
export async function benchHeldWebhooks(): Promise<void> {
  const stack = await startTestStack();
  const database = openTestDatabase(stack.databaseUrl);
  try {
    const startedAt = performance.now();
    const storm = await HeldStorm.begin({
      ...{ stack, database, ...LOAD },
      onStage: (name) => {
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
        console.info(`${seconds} s: after ${name}, ${storm.sender.count('held')} held`);
      },
    });
    const { sender } = storm;
    const cpu = recordCpu(portOf(stack));
    const sendingSince = performance.now();
    await storm.run();
    await sleep(Math.max(0, SENDING_MS - (performance.now() - sendingSince)));
    const sentForMs = performance.now() - sendingSince;
    const failed = await storm.settle();
    await sender.stop();
    const { ranMs, waitedMs } = cpu.read();
    cpu.stop();

    const runs = await listCountedRuns(stack, storm.workspace);
    const rate = sender.sent.length / (sentForMs / 1_000);
    console.info(
      `${sender.sent.length} sent in ${(sentForMs / 1_000).toFixed(0)} s, ${rate.toFixed(0)} a second`,
    );
    for (const outcome of ['run', 'held', 'refused', 'unanswered'] as const) {
      const took = sender.sent.filter((webhook) => webhook.outcome === outcome).map(({ tookMs }) => tookMs);
      console.info(`${outcome}: ${took.length}, ${answerTimes(took)}`);
    }
    const wanted = ranMs + waitedMs;
    console.info(
      `CPU of the Worker ${(ranMs / 1_000).toFixed(1)} s, ${(ranMs / sender.sent.length).toFixed(2)} ms a webhook; ` +
        `others had the cores for ${((100 * waitedMs) / wanted).toFixed(0)} % of the time that it wanted them`,
    );
    const waits = waitsOf(sender.sent, runs);
    console.info(
      `held for ${(largest(waits) / 1_000).toFixed(1)} s at most, goal of the answer's p99 ${GOAL_MS} ms`,
    );
    const { lost, doubled, disordered, refusedAndRun } = deviationsOf(sender.sent, runs);
    const wrong = { failed, lost, doubled, disordered, refusedAndRun };
    const counts = Object.entries(wrong).map(([what, found]) => {
      return `${what} ${typeof found === 'number' ? found : found.length}`;
    });
    console.info(counts.join(', '));
    console.info(`answers ${JSON.stringify(byReason(sender.sent))}`);
    if (failed + [lost, doubled, disordered, refusedAndRun].flat().length > 0)
      throw new Error(
        `Not each accepted webhook was run once and in order: ${JSON.stringify(wrong).slice(0, 1_000)}`,
      );
  } finally {
    database.close();
    await stack.stop();
  }
}

export function answerTimes(tookMs: readonly number[]): string {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `p50 ${quantile(0.5).toFixed(1)} ms, p99 ${quantile(0.99).toFixed(1)} ms`;
}

export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** @returns how many answers had each status and code. */
export function byReason(sent: readonly SentWebhook[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of sent) {
    const reason = [status ?? 'none', code].filter(Boolean).join(' ');
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
