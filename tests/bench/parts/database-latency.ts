import { Agent } from 'node:http';
import { type Figure, type Section, valueFigure } from '../report/section.ts';
import { ask, type Target } from '../support/load.ts';
import { startSides } from '../support/sides.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { median } from '../support/statistics.ts';

const LATENCIES_MS = [20, 80, 150];
const REQUESTS = 40;
/** Requests before the measurement: V8 compiles a page's code while it runs, and the product has more code than the bare page. */
const WARM_UP = 300;
const GOAL = 1.3;

/** The duration of a signed-in page while the database is far away: one round trip, and little more. */
export async function benchDatabaseLatency(): Promise<Section> {
  const database = await startSlowProxy();
  const sides = await startSides({ database });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const targets = [sides.page('/dashboard'), sides.barePage('/floor')] as const;
    for (const target of targets)
      for (let request = 0; request < WARM_UP; request += 1) await ask(target, agent);
    const figures: Figure[] = [];
    for (const latencyMs of LATENCIES_MS) {
      database.setLatency(latencyMs);
      const taken: [number[], number[]] = [[], []];
      for (let request = 0; request < REQUESTS; request += 1)
        for (const side of [0, 1] as const) taken[side].push(await timeOf(targets[side], agent));
      const [ours, bare] = [median(taken[0]), median(taken[1])];
      const ratio = ours / latencyMs;
      const figure = valueFigure(`/dashboard at ${latencyMs} ms`, ours, {
        unit: 'ms',
        baseline: `${bare.toFixed(1)} ms (floor)`,
      });
      figures.push({ ...figure, ratio, goal: `<= ${GOAL} x ${latencyMs} ms`, isMet: ratio <= GOAL });
    }
    return {
      title: 'Pages with a remote database',
      text: `Raw workerd, one connection, medians of ${REQUESTS}, alternating, after ${WARM_UP} requests without latency. The ratio compares with the latency, which each database request waits once.`,
      figures,
    };
  } finally {
    agent.destroy();
    await sides.stop();
    await database.stop();
  }
}

async function timeOf(target: Target, agent: Agent): Promise<number> {
  const askedAt = performance.now();
  await ask(target, agent);
  return performance.now() - askedAt;
}
