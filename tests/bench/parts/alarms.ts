import { setTimeout as sleep } from 'node:timers/promises';
import { jitter } from '#app/domain/instance/polling.ts';
import { buildWorker } from '../baselines/build.ts';
import { serveWorker } from '../hosts/serve.ts';
import { type Figure, type Section, valueFigure } from '../report/section.ts';
import { median, quantile } from '../support/statistics.ts';

/** The interval that the product spreads: what an outage has left Offline is looked at every five minutes. */
const INTERVAL_MS = 5 * 60_000;
const WINDOW_MS = INTERVAL_MS / 5;
const BATCH = 250;
/** Further off than any round lasts. */
const FAR_MS = 60 * 60_000;
const SPREAD_GOAL_MS = 1_000;

const together = [
  { objects: 1_000, times: 3, goal: 2 },
  { objects: 5_000, times: 1, goal: 1.5 },
];

/** How late alarms are when many objects are due together: workerd itself, kept on disk, beside objects that do nothing. */
export async function benchAlarms(): Promise<Section> {
  const objects = { ALARMS: 'AlarmObject' };
  const ours = await buildWorker('our-alarms', 'tests/workers/support/alarm-worker.ts', objects);
  const empty = await buildWorker('alarms', 'tests/bench/baselines/workers/alarms.ts', objects);
  const served = [await serveWorker(ours, { healthPath: '/lateness' })];
  try {
    const bare = await serveWorker(empty, { healthPath: '/lateness' });
    served.push(bare);
    const [ourPort, barePort] = [served[0]?.port ?? 0, bare.port];
    const figures: Figure[] = [];
    for (const { objects, times, goal } of together) {
      const p99s: Array<[number, number]> = [];
      for (let time = 0; time < times; time += 1) {
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
    const spread = quantile(await lateness(ourPort, 5_000, true), 0.99);
    figures.push(
      valueFigure('5,000 spread over ± 10 % of 5 min, p99', spread, { unit: 'ms', atMost: SPREAD_GOAL_MS }),
    );
    return {
      title: 'Alarms',
      text: 'How late the product’s alarm clock fires, on its own tables and without work, beside objects that only note the time. Raw workerd, on disk; medians of three runs in turn (of 5,000, one run).',
      figures,
    };
  } finally {
    for (const { stop } of served) await stop();
  }
}

/** @returns how late each alarm was, ms. @throws when alarms never fire, or setting them up takes too long. */
async function lateness(port: number, objects: number, isSpread: boolean): Promise<number[]> {
  const url = `http://127.0.0.1:${port}`;
  await fetch(`${url}/forget`);
  const ids = Array.from({ length: objects }, (_, index) => `wks_${index}`);
  // Made first, however long their tables take on this machine; then armed twice more, of which the first says how long it takes.
  const far = ids.map((id) => ({ id, at: Date.now() + FAR_MS }));
  await arm(url, far);
  const beganAt = Date.now();
  await arm(url, far);
  const dueAt = Date.now() + 3 * (Date.now() - beganAt) + 3_000;
  const due = ids.map((id) => ({
    id,
    at: dueAt + (isSpread ? jitter(INTERVAL_MS, id) - (INTERVAL_MS - WINDOW_MS / 2) : 0),
  }));
  await arm(url, due);
  if (Date.now() > dueAt) throw new Error('Setting up took longer than there was time for.');
  for (const giveUpAt = dueAt + WINDOW_MS + 60_000; ; ) {
    // Not asked while they fire: answering would be measured along.
    await sleep(Math.max(500, dueAt + (isSpread ? WINDOW_MS : 0) + 5_000 - Date.now()));
    const late = (await (await fetch(`${url}/lateness`)).json()) as number[];
    if (late.length >= objects) return late;
    if (Date.now() > giveUpAt) throw new Error(`${objects - late.length} alarms never fired.`);
  }
}

async function arm(url: string, due: ReadonlyArray<{ id: string; at: number }>): Promise<void> {
  for (let index = 0; index < due.length; index += BATCH) {
    const answer = await fetch(`${url}/arm`, {
      method: 'POST',
      body: JSON.stringify(due.slice(index, index + BATCH)),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Alarms were not set: ${answer.status}.`);
  }
}
