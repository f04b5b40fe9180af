import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { jitter } from '#app/domain/instance/polling.ts';
import { bundleTestWorker } from '../support/bundle-test-worker.ts';

/** The interval that the product spreads: what an outage has left Offline is looked at every five minutes. */
const INTERVAL_MS = 5 * 60_000;
const WINDOW_MS = INTERVAL_MS / 5;
const BATCH = 250;
/** Further off than any round lasts. */
const FAR_MS = 60 * 60_000;

const rounds = [
  { objects: 100, isSpread: false, goalP99Ms: null },
  { objects: 1_000, isSpread: false, goalP99Ms: 100 },
  { objects: 5_000, isSpread: false, goalP99Ms: null },
  { objects: 5_000, isSpread: true, goalP99Ms: 1_000 },
] as const;

/** How late alarms are when many objects are due together: the real runtime, kept on disk, the product's alarm clock. */
export async function benchAlarms(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const script = await bundleTestWorker('tests/workers/support/alarm-worker.ts', directory);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: join(directory, 'state'),
      cf: false,
      log: new Log(LogLevel.NONE),
      workers: [
        {
          name: 'alarms',
          compatibilityDate: '2026-10-01',
          compatibilityFlags: ['nodejs_compat'],
          modules: true,
          script: readFileSync(script, 'utf8'),
          durableObjects: { ALARMS: { className: 'AlarmObject', useSQLite: true } },
        },
      ],
    }),
  );
  try {
    const url = await miniflare.ready;
    for (const round of rounds) await measure(url, round);
  } finally {
    await miniflare.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function arm(url: URL, due: ReadonlyArray<{ id: string; at: number }>): Promise<void> {
  for (let index = 0; index < due.length; index += BATCH) {
    await fetch(new URL('/arm', url), {
      method: 'POST',
      body: JSON.stringify(due.slice(index, index + BATCH)),
    });
  }
}

async function measure(url: URL, { objects, isSpread, goalP99Ms }: (typeof rounds)[number]): Promise<void> {
  await fetch(new URL('/forget', url));
  const ids = Array.from({ length: objects }, (_, index) => `wks_${index}`);
  // Made first, however long that takes on this machine: three times that is time enough to wake and arm them again.
  const beganAt = Date.now();
  await arm(
    url,
    ids.map((id) => ({ id, at: beganAt + FAR_MS })),
  );
  const together = Date.now() + 3 * (Date.now() - beganAt) + 3_000;
  const due = ids.map((id) => ({
    id,
    at: together + (isSpread ? jitter(INTERVAL_MS, id) - (INTERVAL_MS - WINDOW_MS / 2) : 0),
  }));
  await arm(url, due);
  if (Date.now() > together) throw new Error('Setting up took longer than there was time for.');
  let late: number[] = [];
  for (const giveUpAt = together + WINDOW_MS + 60_000; late.length < objects; ) {
    if (Date.now() > giveUpAt) throw new Error(`${objects - late.length} alarms never fired.`);
    // Not asked while they fire: answering would be measured along.
    await sleep(Math.max(500, together + (isSpread ? WINDOW_MS : 0) + 5_000 - Date.now()));
    late = (await (await fetch(new URL('/lateness', url))).json()) as number[];
  }
  late.sort((a, b) => a - b);
  const percentile = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
  const name = `${objects} alarms${isSpread ? ', ± 10 % of 5 min' : ''}`;
  const figures = `p50 ${String(percentile(0.5)).padStart(5)} ms   p99 ${String(percentile(0.99)).padStart(5)} ms`;
  const verdict =
    goalP99Ms === null ? '' : `   goal ${goalP99Ms} ms: ${percentile(0.99) <= goalP99Ms ? 'met' : 'MISSED'}`;
  console.info(`${name.padEnd(32)}${figures}${verdict}`);
}
