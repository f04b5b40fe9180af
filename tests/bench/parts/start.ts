import { startTestStack } from '#tests/support/test-stack.ts';
import { type BuiltWorker, buildBare, buildWorker } from '../baselines/build.ts';
import { hosts, serveWorker } from '../hosts/serve.ts';
import { ratioFigure, type Section } from '../report/section.ts';
import { cpuMs, findWorkerd } from '../support/process-cpu.ts';
import { portOf } from '../support/sides.ts';
import { median } from '../support/statistics.ts';

const ROUNDS = 9;
const GOAL = 2;

/** CPU time from the start of workerd until the Worker's first answer, minus that of an empty Worker. */
export async function benchStart(): Promise<Section> {
  const bare = buildBare();
  const empty = await buildWorker('empty', 'tests/bench/baselines/workers/empty.ts');
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'small', hasCron: false });
  const taken = { ours: [] as number[], bare: [] as number[], empty: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await stack.killWorker();
      await stack.startWorker();
      taken.ours.push(cpuMs(findWorkerd(portOf(stack))));
      taken.bare.push(await startOf(bare));
      taken.empty.push(await startOf(empty));
    }
  } finally {
    await stack.stop();
  }
  const floor = median(taken.empty);
  const [ours, theirs] = [median(taken.ours) - floor, median(taken.bare) - floor];
  return {
    title: 'Start of an isolate',
    text: `CPU time of workerd from its start to its first answer, minus the ${floor.toFixed(0)} ms of a Worker without code; medians of ${ROUNDS}, alternating.`,
    figures: [
      ratioFigure(
        'start',
        ours,
        { value: theirs, name: 'bare Remix' },
        { ratio: ours / theirs, atMost: GOAL, unit: 'ms' },
      ),
    ],
  };
}

async function startOf(worker: BuiltWorker): Promise<number> {
  const served = await serveWorker(worker, { healthPath: '/assets/none.js' });
  try {
    return cpuMs(findWorkerd(served.port));
  } finally {
    await served.stop();
  }
}
