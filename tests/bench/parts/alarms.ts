import { setTimeout as sleep } from 'node:timers/promises';
import { jitter } from '#app/domain/instance/polling.ts';
import { buildWorker } from '../baselines/build.ts';
import { serveWorker } from '../hosts/serve.ts';
import { type Figure, type Section, valueFigure } from '../report/section.ts';
import { median, quantile } from '../support/statistics.ts';
import { makeMemoryFolder } from '../support/temporary-folders.ts';

/** The interval that the product spreads: what an outage has left Offline is looked at every five minutes. */
const INTERVAL_MS = 5 * 60_000;
const WINDOW_MS = INTERVAL_MS / 5;
const BATCH = 250;
/** Further off than the bench lasts. */
const FAR_MS = 60 * 60_000;
const ROUNDS = 3;
const SPREAD_GOAL_MS = 1_000;

const together = [
  { objects: 1_000, goal: 2 },
  { objects: 5_000, goal: 1.5 },
];
const MOST_OBJECTS = 5_000;

/** How late alarms are when many objects are due together: workerd itself, kept in memory, beside objects that do nothing. */
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
    for (const port of [ourPort, barePort]) await arm(port, MOST_OBJECTS, Date.now() + FAR_MS);
    const figures: Figure[] = [];
    for (const { objects, goal } of together) {
      const p99s: Array<[number, number]> = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const late = async (port: number) => quantile(await lateness(port, objects, false), 0.99);
        p99s.push([await late(ourPort), await late(barePort)]);
      }
      const [p99, bareP99] = [median(p99s.map(([p]) => p)), median(p99s.map(([, p]) => p))];
      const ratio = median(p99s.map(([a, b]) => a / b));
      const figure = valueFigure(`${objects.toLocaleString('en')} due in one millisecond, p99`, p99, {
        ...{ unit: 'ms', baseline: `${bareP99.toFixed(0)} ms (empty object)` },
      });
      figures.push({ ...figure, ratio, goal: `<= ${goal}`, isMet: ratio <= goal });
    }
    const spread = quantile(await lateness(ourPort, MOST_OBJECTS, true), 0.99);
    figures.push(
      valueFigure('5,000 spread over ± 10 % of 5 min, p99', spread, { unit: 'ms', atMost: SPREAD_GOAL_MS }),
    );
    return {
      title: 'Alarms',
      text: `How late the product’s alarm clock fires, on its own tables and without work, beside objects that only note the time. Raw workerd, its storage in memory, since each commit waits for the disk; medians of ${ROUNDS} rounds in turn.`,
      figures,
    };
  } finally {
    for (const { stop } of served) await stop();
  }
}

/** @returns how late each alarm was, ms. @throws when alarms never fire, or arming takes too long. */
async function lateness(port: number, objects: number, isSpread: boolean): Promise<number[]> {
  const url = `http://127.0.0.1:${port}`;
  await fetch(`${url}/forget`);
  // Armed twice: the first time wakes the objects, and says how long arming takes on this machine.
  const tookMs = await arm(port, objects, Date.now() + FAR_MS);
  const dueAt = Date.now() + 2 * tookMs + 2_000;
  await arm(port, objects, dueAt, isSpread);
  if (Date.now() > dueAt) throw new Error('Arming took longer than there was time for.');
  for (const giveUpAt = dueAt + WINDOW_MS + 60_000; ; ) {
    // Not asked while they fire: answering would be measured along.
    await sleep(Math.max(500, dueAt + (isSpread ? WINDOW_MS : 0) + 2_000 + objects / 2 - Date.now()));
    const late = (await (await fetch(`${url}/lateness`)).json()) as number[];
    if (late.length >= objects) return late;
    if (Date.now() > giveUpAt) throw new Error(`${objects - late.length} alarms never fired.`);
  }
}

/** Arms objects, in batches; makes them if they are new. @returns how long it took, ms. @throws when one is not armed. */
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
