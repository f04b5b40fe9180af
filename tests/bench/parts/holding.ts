import type { Stack } from '#scripts/local/stack.ts';
import { call } from '#tests/support/api-calls.ts';
import { setLimit } from '#tests/support/held-storm.ts';
import { eventually, PortalClient } from '#tests/support/portal-client.ts';
import { setClusterFault, setUpOnline } from '#tests/support/set-up.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { buildWorker } from '../baselines/build.ts';
import { hosts, serveWorker } from '../hosts/serve.ts';
import { ratioFigure, type Section, valueFigure } from '../report/section.ts';
import { interleave, medianOf, medianRatio } from '../support/interleave.ts';
import { type LoadResult, load, type Target } from '../support/load.ts';
import { portOf } from '../support/sides.ts';
import { quantile } from '../support/statistics.ts';

const SETTINGS = { rounds: 7, roundMs: 1_500, connections: 8 };
const BODY = JSON.stringify({ text: 'x'.repeat(1_000) });
const PATHS = 50;
/** Enough for all rounds: a plan's bound follows from its executions. */
const EXECUTIONS = 50_000;
const CPU_GOAL = 3;
const P99_GOAL_MS = 40;

/** The cost of holding a webhook, through the gateway, beside a Worker that forwards it and stores it in a bare object. */
export async function benchHolding(): Promise<Section> {
  const built = await buildWorker('storing', 'tests/bench/baselines/workers/storing.ts', {
    OBJECT: 'StoringObject',
  });
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'small', hasCron: false });
  try {
    const workspace = await startHeldWorkspace(stack);
    const bare = await serveWorker(built, {
      variables: { TARGET_URL: `${stack.sandboxUrl}/ingress/ws-${workspace}` },
    });
    try {
      const ours = heldTarget(stack, workspace);
      const results = await interleave(
        {
          ours,
          forwarded: bareTarget(bare.port, '/webhook/counted/a'),
          bare: bareTarget(bare.port, '/store'),
        },
        SETTINGS,
      );
      const alone = await load(ours, 1, afterCount(200));
      return sectionOf(results, alone);
    } finally {
      await bare.stop();
    }
  } finally {
    await stack.stop();
  }
}

/** @returns the name of a workspace whose process never becomes ready. */
async function startHeldWorkspace(stack: Stack): Promise<string> {
  const database = openTestDatabase(stack.databaseUrl);
  try {
    await setLimit(database, ['trial-1'], EXECUTIONS);
  } finally {
    database.close();
  }
  const owner = new PortalClient(stack);
  const { accountName } = await setUpOnline(owner);
  await setClusterFault(owner, accountName, 'crash-loop');
  const restarted = await call(owner, 'PUT', '/instance/restart');
  if (restarted.status !== 202) throw new Error(`The restart answered ${restarted.status}.`);
  const target = { ...heldTarget(stack, accountName), statuses: [200, 202, 503] };
  await eventually(async () => {
    let last = 0;
    await load({ ...target, onStatus: (status) => (last = status) }, 1, afterCount(1));
    return last === 202;
  });
  return accountName;
}

function heldTarget(stack: Stack, workspace: string): Target {
  let sent = 0;
  return {
    ...bareTarget(portOf(stack), '/webhook/counted/a'),
    get path() {
      sent += 1;
      return `/webhook/counted/path-${sent % PATHS}`;
    },
    headers: { Host: `${workspace}.${new URL(stack.portalUrl).host}` },
  };
}

function bareTarget(port: number, path: string): Target {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(BODY.length) };
  return { port, path, method: 'POST', statuses: [202], body: () => ({ headers, text: BODY }) };
}

function afterCount(count: number): () => boolean {
  let asked = 0;
  return () => asked++ >= count;
}

function sectionOf(results: Record<'ours' | 'forwarded' | 'bare', LoadResult[]>, alone: LoadResult): Section {
  const cpu = ({ cpuMsPerRequest }: LoadResult) => cpuMsPerRequest;
  const p99 = ({ latenciesMs }: LoadResult) => quantile(latenciesMs, 0.99);
  const { ours, forwarded, bare } = results;
  const beside = (
    what: string,
    baseline: readonly LoadResult[],
    name: string,
    figure: typeof cpu,
    atMost?: number,
  ) =>
    ratioFigure(
      what,
      medianOf(ours, figure),
      { value: medianOf(baseline, figure), name },
      {
        unit: 'ms',
        ratio: medianRatio(ours, baseline, figure),
        ...(atMost !== undefined && { atMost }),
      },
    );
  return {
    title: 'Holding a webhook',
    text: `POSTs of 1 kB to a workspace that is starting, each answered 202 once it is stored; ${PATHS} paths of one workspace, raw workerd, ${SETTINGS.connections} connections, ${SETTINGS.rounds} alternating rounds, medians. Each request is sent to the workspace first; the bare Worker does the same and stores the body in one row of a bare object.`,
    figures: [
      beside('CPU per held request', forwarded, 'sent on, then a bare object', cpu, CPU_GOAL),
      beside('CPU per held request', bare, 'bare object alone', cpu),
      beside('p99 of the answer, 8 connections', forwarded, 'sent on, then a bare object', p99),
      valueFigure('p99 of the answer, one connection', quantile(alone.latenciesMs, 0.99), {
        unit: 'ms',
        atMost: P99_GOAL_MS,
      }),
    ],
  };
}
