import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { buildHook } from '#engine/build.ts';
import { installableVersions, installN8n } from '#engine/install.ts';
import { deviationsOf, waitsOf } from '#tests/support/counted-runs.ts';
import { countingFlow, ExecutionLedger } from '#tests/support/counting-flow.ts';
import { HeldStorm } from '#tests/support/held-storm.ts';
import { enterWorkspace, publishWorkflow } from '#tests/support/n8n-workspace.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { hosts } from '../hosts/serve.ts';
import { answerTimes, byReason, heldTimesInTurn, largest, outsideStarts } from '../support/answer-times.ts';
import { makeMemoryFolder } from '../support/temporary-folders.ts';

/**
 * Two busy cores do about ten executions a second (docs/engine.md), half of which are for replays. A restart of n8n takes
 * six seconds or more, so at least twenty webhooks are held during each.
 */
const LOAD = { paths: 5, perSecond: 5, heldAtLeast: 20 };
/**
 * Sends webhooks to n8n behind the gateway while its workspace is restarted, updated and broken; each execution calls a
 * ledger. Prints the held webhooks and how long they waited. @param minutes the minimum duration, three by default.
 *
 * @throws Error if an accepted webhook was lost, executed twice or overtaken.
 */
export async function benchHeldOnN8n(minutes = 3): Promise<void> {
  for (const version of installableVersions()) await installN8n(version, console.info);
  await buildHook();
  await using ledger = await ExecutionLedger.start();
  process.env.TMPDIR = makeMemoryFolder();
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'n8n', isDirect: true });
  const database = openTestDatabase(stack.databaseUrl);
  let storm: HeldStorm | undefined;
  try {
    const heldTimes = heldTimesInTurn();
    const startedAt = performance.now();
    const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
    storm = await HeldStorm.begin({
      stack,
      database,
      ...LOAD,
      drains: true,
      readRuns: async () => ledger.runs,
      onStage: (name) => {
        if (!storm) return;
        const times = heldTimes(storm.sender.sent);
        console.info(`${elapsed()}: after ${name}, ${summary(storm, ledger)}; ${times}`);
      },
    });
    const { sender, workspace } = storm;
    const place = await enterWorkspace(storm.owner.client, workspace);
    await publishWorkflow(place, countingFlow(sender.paths, ledger.url));
    console.info(`${elapsed()}: sending to ${sender.paths.length} paths`);
    const sendingSince = performance.now();
    await storm.run();
    await sleep(Math.max(0, minutes * MINUTE_MS - (performance.now() - sendingSince)));
    const sentForMs = performance.now() - sendingSince;
    const failed = await storm.settle();
    report(storm, ledger, { sentForMs, failed });
  } finally {
    await storm?.sender.stop();
    database.close();
    await stack.stop();
  }
}

function report(
  { sender }: HeldStorm,
  ledger: ExecutionLedger,
  { sentForMs, failed }: { sentForMs: number; failed: number },
): void {
  const seconds = sentForMs / 1_000;
  console.info(
    `${sender.sent.length} sent in ${seconds.toFixed(0)} s, ${(sender.sent.length / seconds).toFixed(1)} a second`,
  );
  for (const outcome of ['run', 'held', 'refused', 'unanswered'] as const) {
    console.info(answerTimes(sender.sent, outcome));
  }
  console.info(`without the Worker's starts, ${answerTimes(outsideStarts(sender.sent), 'held')}`);
  console.info(`${summary({ sender }, ledger)}, failed ${failed}`);
  console.info(`answers ${JSON.stringify(byReason(sender.sent))}`);
  const wrong = deviationsOf(sender.sent, ledger.runs);
  if (failed + Object.values(wrong).flat().length > 0)
    throw new Error(
      `Not each accepted webhook was run once and in order: ${JSON.stringify(wrong).slice(0, 1_000)}`,
    );
}

/** @returns the held webhooks so far, and the number of webhooks not executed exactly once and in order. */
function summary({ sender }: Pick<HeldStorm, 'sender'>, { runs }: ExecutionLedger): string {
  const waitSeconds = largest(waitsOf(sender.sent, runs)) / 1_000;
  const wrong = Object.entries(deviationsOf(sender.sent, runs)).map(
    ([what, found]) => `${what} ${found.length}`,
  );
  return [
    `${sender.sent.length} sent, ${sender.count('held')} held for ${waitSeconds.toFixed(1)} s at most`,
    ...wrong,
  ].join(', ');
}
