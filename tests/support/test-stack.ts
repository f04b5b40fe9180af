import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { type Stack, type StackSettings, startStack } from '#scripts/local/stack.ts';
import { CHEAP_PROOFS } from './cheap-proofs.ts';

/**
 * A minute of the current hour in which the cron only delivers: the clean-up in the first minute of an hour would delete
 * rows in the middle of a test.
 */
function quietMinute(): number {
  return Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 10 * MINUTE_MS;
}

/** Frequent, so that no test waits a minute for a mail queued by a workspace's object. */
const CRON_EVERY_MS = 3_000;

/** Probing hundreds of idle workspaces costs much; one that starts or ends is noticed immediately. n8n can also hang. */
const PROBE_EVERY_MS = 60_000;

/** A provider on a busy machine answers within the product's timeouts times this. */
const OUTBOUND_TIMEOUT_FACTOR = '20';

/**
 * Starts the whole product as `npm start` does, on separate ports and data. `stop` also removes the data.
 * @param isDirect whether requests reach the Worker past Miniflare's entry, in half the CPU time. Then nothing compresses
 *   answers, and workerd closes the connection of an upload whose body the Worker leaves unread.
 */
export async function startTestStack({
  isDirect = false,
  ...settings
}: { isDirect?: boolean } & Pick<
  StackSettings,
  'variables' | 'bundleFolder' | 'optionsFile' | 'workerHost' | 'say' | 'hasCron' | 'engine'
> = {}): Promise<Stack & { dataDirectory: string }> {
  buildIfChanged();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-test-'));
  const { entry, ...ports } = await freePorts();
  const stack = await startStack({
    dataDirectory,
    ports,
    cronAt: quietMinute,
    cronEveryMs: CRON_EVERY_MS,
    // Tests start hundreds of workspaces. Those that kill one, and measurements, choose processes.
    engine: 'shared',
    ...(isDirect && { entryPort: entry }),
    ...(settings.engine !== 'n8n' && { probeEveryMs: PROBE_EVERY_MS }),
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
