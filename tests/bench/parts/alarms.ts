import { setTimeout as sleep } from 'node:timers/promises';
import { jitter } from '#app/domain/instance/polling.ts';
import { buildWorker } from '../baselines/build.ts';
import { serveWorker } from '../hosts/serve.ts';
import { type Figure, ratioFigure, type Section, valueFigure } from '../report/section.ts';
import { cpuMs, findWorkerd } from '../support/process-cpu.ts';
import { median, quantile } from '../support/statistics.ts';
import { makeMemoryFolder } from '../support/temporary-folders.ts';

/**
 * The interval over which the product spreads probes: after an outage, each Offline workspace is probed every five minutes.
 */
const INTERVAL_MS = 5 * 60_000;
const WINDOW_MS = INTERVAL_MS / 5;
const BATCH = 250;
/** Longer than the bench runs. */
const FAR_MS = 60 * 60_000;
const SPREAD_GOAL_MS = 1_000;

const together = [
  { objects: 1_000, goal: 2 },
  { objects: 5_000, goal: 1.5 },
];
const MAX_OBJECTS = 5_000;
/** The p99 of either side varies twofold from round to round: fewer rounds would decide by chance. */
const ROUNDS = 9;

/**
 * The delay of alarms when many objects are due together: in workerd itself, with storage in memory, beside objects that do
 * nothing.
 */
export async function benchAlarms(): Promise<Section> {
  const objects = { ALARMS: 'AlarmObject' };
  const ours = await buildWorker('our-alarms', 'tests/workers/support/alarm-worker.ts', objects);
  const empty = await buildWorker('alarms', 'tests/bench/baselines/workers/alarms.ts', objects);
  const settings = { healthPath: '/lateness', storage: makeMemoryFolder() };
  const served = [await serveWorker(ours, settings)];
  try {
    const bare = await serveWorker(empty, settings);
    served.push(bare);
    const [ourPort, barePort] = [served[0]?.port ?? 0, bare.port];
    for (const port of [ourPort, barePort]) await arm(port, MAX_OBJECTS, Date.now() + FAR_MS);
    const figures: Figure[] = [];
    for (const { objects, goal } of together) {
      const measured: Array<{ ours: Fired; bare: Fired }> = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        measured.push({
          ours: await fire(ourPort, objects, false),
          bare: await fire(barePort, objects, false),
        });
        console.info(`${objects} objects: ${JSON.stringify(measured.at(-1))}`);
      }
      const compare = (what: string, of: (fired: Fired) => number, atMost?: number) => {
        const value = median(measured.map(({ bare }) => of(bare)));
        const ratio = median(measured.map(({ ours, bare }) => of(ours) / of(bare)));
        const beside = { value, name: 'empty object' };
        const ours = median(measured.map((both) => of(both.ours)));
        return ratioFigure(what, ours, beside, { ratio, unit: 'ms', ...(atMost && { atMost }) });
      };
      const name = `${objects.toLocaleString('en')} due in one millisecond`;
      figures.push(compare(`${name}, p99`, ({ p99Ms }) => p99Ms, goal));
      figures.push(compare(`${name}, CPU of each`, ({ cpuMsEach }) => cpuMsEach));
    }
    const { p99Ms } = await fire(ourPort, MAX_OBJECTS, true);
    figures.push(
      valueFigure('5,000 spread over ± 10 % of 5 min, p99', p99Ms, { unit: 'ms', atMost: SPREAD_GOAL_MS }),
    );
    return {
      title: 'Alarms',
      text: 'Lateness of the product’s alarm clock, with its own tables but without work, compared with objects that only record the time. Raw workerd with storage in memory, since each commit waits for the disk; medians of nine alternating rounds.',
      figures,
    };
  } finally {
    for (const { stop } of served) await stop();
  }
}

interface Fired {
  /** The 99th percentile of the delays. */
  p99Ms: number;
  /** CPU time of workerd for each alarm. */
  cpuMsEach: number;
}

/** Lets alarms fire. @throws if some never fire, or arming takes too long. */
async function fire(port: number, objects: number, isSpread: boolean): Promise<Fired> {
  const url = `http://127.0.0.1:${port}`;
  await fetch(`${url}/forget`);
  // Armed twice: the first time wakes the objects, and measures how long arming takes on this machine. Due soon after: workerd
  // evicts an object after ten seconds without a request, and opening its database again takes longer than its alarm.
  const tookMs = await arm(port, objects, Date.now() + FAR_MS);
  const dueAt = Date.now() + 1.3 * tookMs + 500;
  await arm(port, objects, dueAt, isSpread);
  if (Date.now() > dueAt) throw new Error('Arming took longer than there was time for.');
  const pid = findWorkerd(port);
  const cpuBefore = cpuMs(pid);
  for (const giveUpAt = dueAt + WINDOW_MS + 60_000; ; ) {
    // No requests while they fire: answering them would be part of the measurement.
    await sleep(Math.max(500, dueAt + (isSpread ? WINDOW_MS : 0) + 2_000 + objects / 2 - Date.now()));
    const cpuMsEach = (cpuMs(pid) - cpuBefore) / objects;
    const late = (await (await fetch(`${url}/lateness`)).json()) as number[];
    if (late.length >= objects) return { p99Ms: quantile(late, 0.99), cpuMsEach };
    if (Date.now() > giveUpAt) throw new Error(`${objects - late.length} alarms never fired.`);
  }
}

/** Arms objects, in batches; creates new ones. @returns the duration, ms. @throws if one is not armed. */
async function arm(port: number, objects: number, dueAt: number, isSpread = false): Promise<number> {
  const startedAt = performance.now();
  const spread = (id: string) => (isSpread ? jitter(INTERVAL_MS, id) - (INTERVAL_MS - WINDOW_MS / 2) : 0);
  const ids = Array.from({ length: objects }, (_, index) => `wks_${index}`);
  for (let index = 0; index < ids.length; index += BATCH) {
    const due = ids.slice(index, index + BATCH).map((id) => ({ id, at: dueAt + spread(id) }));
    const answer = await fetch(`http://127.0.0.1:${port}/arm`, { method: 'POST', body: JSON.stringify(due) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Alarms were not set: ${answer.status}.`);
  }
  return performance.now() - startedAt;
}
