import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { type Stack, type StackSettings, startStack } from '#scripts/local/stack.ts';
import { CHEAP_PROOFS } from './cheap-proofs.ts';

/**
 * A minute of the present hour in which the cron delivers and does nothing else: what an hour's first minute clears away
 * would be gone in the middle of whichever test is run then.
 */
function quietMinute(): number {
  return Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 10 * MINUTE_MS;
}

/** Often, so that no test waits a minute for a mail that a workspace's object has queued. */
const CRON_EVERY_MS = 3_000;

/** A provider on a busy machine answers within the product's timeouts times this. */
const OUTBOUND_TIMEOUT_FACTOR = '20';

/** Starts the whole product as `npm start` does, on ports and data of its own. `stop` takes the data away too. */
export async function startTestStack(
  settings: Pick<
    StackSettings,
    'variables' | 'bundleFolder' | 'workerHost' | 'say' | 'hasCron' | 'engine'
  > = {},
): Promise<Stack & { dataDirectory: string }> {
  buildIfChanged();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-test-'));
  const stack = await startStack({
    ...{ dataDirectory, ports: await freePorts(), cronAt: quietMinute, cronEveryMs: CRON_EVERY_MS },
    ...settings,
    variables: { ...CHEAP_PROOFS, OUTBOUND_TIMEOUT_FACTOR, ...settings.variables },
  });
  return {
    ...stack,
    dataDirectory,
    async stop() {
      await stack.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
