import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { deviationsOf, listCountedRuns, waitsOf } from '#tests/support/counted-runs.ts';
import { HeldStorm } from '#tests/support/held-storm.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { hosts } from '../hosts/serve.ts';
import { answerTimes, byReason, heldTimesInTurn, largest, outsideStarts } from '../support/answer-times.ts';
import { recordCpu } from '../support/cpu-record.ts';
import { portOf } from '../support/sides.ts';
import { makeMemoryFolder } from '../support/temporary-folders.ts';

/** A restarted workspace holds for seconds; the lasting disturbances take most of the five minutes. */
const LOAD = { paths: 50, perSecond: 200, heldAtLeast: 1_000, heldWhileDown: 4_000 };
const GOAL_MS = 40;

/**
 * A sender of 200 webhooks a second, while its workspace is restarted, updated and broken (`HeldStorm`). Prints the held
 * webhooks and the latencies. @param minutes the minimum duration. @throws if a webhook was lost, doubled or overtaken.
 */
export async function benchHeldWebhooks(minutes: number): Promise<void> {
  process.env.TMPDIR = makeMemoryFolder();
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'small', isDirect: true });
  const database = openTestDatabase(stack.databaseUrl);
  try {
    const startedAt = performance.now();
    const heldTimes = heldTimesInTurn();
    const storm = await HeldStorm.begin({
      stack,
      database,
      ...LOAD,
      onStage: (name) => {
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
        console.info(`${seconds} s: after ${name}, ${heldTimes(storm.sender.sent)}`);
      },
    });
    const { sender } = storm;
    const cpu = recordCpu(portOf(stack));
    const sendingSince = performance.now();
    await storm.run();
    await sleep(Math.max(0, minutes * MINUTE_MS - (performance.now() - sendingSince)));
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
      console.info(answerTimes(sender.sent, outcome));
    }
    console.info(`without the Worker's starts, ${answerTimes(outsideStarts(sender.sent), 'held')}`);
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
