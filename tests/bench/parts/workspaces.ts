import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { buildWorker } from '../baselines/build.ts';
import { serveWorker } from '../hosts/serve.ts';
import { renderTable } from '../report/markdown.ts';
import { costNotes } from '../report/monthly-cost.ts';
import { round, type Section, valueFigure } from '../report/section.ts';
import { startLargeCluster } from '../support/large-cluster.ts';
import { factsOf, insertWorkspaces, workspaceVariables } from '../support/many-workspaces.ts';
import { cpuMs, findWorkerd, residentBytes } from '../support/process-cpu.ts';
import { quantile } from '../support/statistics.ts';
import { makeMemoryFolder } from '../support/temporary-folders.ts';
import type { PartOptions } from './options.ts';

/** Shares of the largest size: growth shows between the first and the last. */
const SHARES = [0.1, 0.3, 1];
/** As many as ten minutes on a machine with two cores allow. */
const DEFAULT_WORKSPACES = 2_000;
const MIN_WORKSPACES = 100;
const BATCH = 100;
/** Each workspace is probed once an hour: of this many, one is due in the current minute. */
const PROBES_AN_HOUR = 60;
const STEADY_MS = 60_000;
const POLL_INTERVAL_MS = 500;
/** Started at the same time: each object in memory has three open files. */
const MAX_STARTING = 1_000;
/** Without another Online workspace for this long, no more are expected. */
const NEXT_ONLINE_WITHIN_MS = 60_000;
const MIB = 2 ** 20;
/** The maximum delay of an alarm once all workspaces are Online. */
const LATENESS_GOAL_MS = 1_000;
/** The maximum ratio of the cost per workspace between the largest and the smallest size. */
const GROWTH_GOAL = 1.5;

interface Measured {
  workspaces: number;
  /** Until all new workspaces are Online. */
  onlineMs: number;
  alarmsEach: number;
  rowsEach: number;
  cpuMsEach: number;
  memoryMib: number;
  storageKibEach: number;
  steadyAlarms: number;
  steadyRowsPerAlarm: number;
  steadyCpuMsPerAlarm: number;
  latenessP99Ms: number;
}

/**
 * `npm run bench -- workspaces --workspaces 10000`: thousands of workspaces on one machine, the product's own objects in
 * workerd itself on a real database, both stored in memory; only the cluster is a server that reports each workload as
 * ready.
 * @throws if there are too few to show growth.
 */
export async function benchWorkspaces({ workspaces = DEFAULT_WORKSPACES }: PartOptions): Promise<Section> {
  if (!(workspaces >= MIN_WORKSPACES))
    throw new Error(`--workspaces takes a number of at least ${MIN_WORKSPACES}.`);
  const storage = makeMemoryFolder();
  const built = await buildWorker('workspaces', 'tests/workers/support/workspaces-worker.ts', {
    WORKSPACE: 'WorkspaceObject',
  });
  const ports = await freePorts();
  const [cluster, service] = await Promise.all([
    startLargeCluster(),
    startDatabase(join(storage, 'database'), ports.database),
  ]);
  const databaseUrl = `http://127.0.0.1:${ports.database}`;
  const database = openTestDatabase(databaseUrl);
  try {
    const variables = workspaceVariables(databaseUrl, cluster.url);
    const served = await serveWorker(built, { variables, healthPath: '/counts', storage });
    try {
      const measured: Measured[] = [];
      for (const size of SHARES.map((share) => Math.round(workspaces * share))) {
        const known = measured.at(-1)?.workspaces ?? 0;
        const facts = Array.from({ length: size - known }, (_, index) => factsOf(known + index));
        await insertWorkspaces(database, facts);
        measured.push(await measure(served, facts, size, async () => await countOnline(database)));
        console.info(`${size} workspaces: ${JSON.stringify(measured.at(-1))}`);
      }
      return sectionOf(measured);
    } finally {
      await served.stop();
    }
  } finally {
    database.close();
    await service.stop();
    await cluster.stop();
  }
}

async function measure(
  { port, stateDirectory }: { port: number; stateDirectory: string },
  facts: readonly InstanceFacts[],
  workspaces: number,
  online: () => Promise<number>,
): Promise<Measured> {
  const url = `http://127.0.0.1:${port}`;
  const pid = findWorkerd(port);
  await readCounts(url);
  const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
  const others = workspaces - facts.length;
  for (let at = 0; at < facts.length; at += BATCH) {
    await waitForOnline(others + at - MAX_STARTING, online);
    const answer = await fetch(`${url}/facts`, {
      method: 'POST',
      body: JSON.stringify(facts.slice(at, at + BATCH)),
    });
    if (!answer.ok) throw new Error(`Facts were refused: ${answer.status} ${await answer.text()}`);
  }
  await waitForOnline(workspaces, online);
  const onlineMs = performance.now() - startedAt;
  const cpuUntilOnline = cpuMs(pid) - cpuBefore;
  const start = await readCounts(url);
  await dueWithinAMinute(url, workspaces);
  await readCounts(url);
  const cpuAtRest = cpuMs(pid);
  await sleep(STEADY_MS);
  const cpuSteady = cpuMs(pid) - cpuAtRest;
  const steady = await readCounts(url);
  return {
    workspaces,
    onlineMs,
    alarmsEach: start.alarms / facts.length,
    rowsEach: start.rowsWritten / facts.length,
    cpuMsEach: cpuUntilOnline / facts.length,
    memoryMib: residentBytes(pid) / MIB,
    storageKibEach: diskKib(stateDirectory) / workspaces,
    steadyAlarms: steady.alarms,
    steadyRowsPerAlarm: steady.rowsWritten / steady.alarms,
    steadyCpuMsPerAlarm: cpuSteady / steady.alarms,
    latenessP99Ms: quantile(steady.latenessMs, 0.99),
  };
}

/** @throws when no further workspace comes Online. */
async function waitForOnline(wanted: number, online: () => Promise<number>): Promise<void> {
  let last = { found: -1, at: 0 };
  for (;;) {
    const found = await online();
    if (found >= wanted) return;
    if (found > last.found) last = { found, at: performance.now() };
    else if (performance.now() - last.at > NEXT_ONLINE_WITHIN_MS)
      throw new Error(`Only ${found} of ${wanted} workspaces came Online.`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/**
 * Makes as many probes due in the next minute as in any minute of a day: all workspaces have just had their first probe.
 */
async function dueWithinAMinute(url: string, workspaces: number): Promise<void> {
  const count = Math.round(workspaces / PROBES_AN_HOUR);
  const now = Date.now();
  const due = Array.from({ length: count }, (_, index) => ({
    workspaceId: factsOf(index * PROBES_AN_HOUR).workspaceId,
    at: now + 2_000 + Math.floor((index / count) * (STEADY_MS - 10_000)),
  }));
  const answer = await fetch(`${url}/due`, { method: 'POST', body: JSON.stringify(due) });
  if (!answer.ok) throw new Error(`Probes were not set: ${answer.status}.`);
}

async function readCounts(url: string) {
  return (await (await fetch(`${url}/counts`)).json()) as {
    alarms: number;
    rowsWritten: number;
    latenessMs: number[];
  };
}

async function countOnline(database: ReturnType<typeof openTestDatabase>): Promise<number> {
  const { rows } = await database.execute(`SELECT count(*) AS found FROM workspaces WHERE phase = 'online'`);
  return Number(rows[0]?.found);
}

/** @returns the disk usage of a folder, KiB. */
function diskKib(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
}

function sectionOf(measured: readonly Measured[]): Section {
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (!smallest || !largest) throw new Error('Nothing was measured.');
  const columns: ReadonlyArray<[name: string, of: (size: Measured) => number]> = [
    ['s until all are Online', ({ onlineMs }) => onlineMs / 1_000],
    ['alarms each, until Online', ({ alarmsEach }) => alarmsEach],
    ['rows written each, until Online', ({ rowsEach }) => rowsEach],
    ['CPU ms each, until Online', ({ cpuMsEach }) => cpuMsEach],
    ['memory of workerd, MiB', ({ memoryMib }) => memoryMib],
    ['storage each, KiB', ({ storageKibEach }) => storageKibEach],
    [`alarms in a minute at rest`, ({ steadyAlarms }) => steadyAlarms],
    ['rows written an alarm, at rest', ({ steadyRowsPerAlarm }) => steadyRowsPerAlarm],
    ['CPU ms an alarm, at rest', ({ steadyCpuMsPerAlarm }) => steadyCpuMsPerAlarm],
    ['lateness p99 at rest, ms', ({ latenessP99Ms }) => latenessP99Ms],
  ];
  const count = ({ workspaces }: Measured) => workspaces.toLocaleString('en');
  const growth = (of: (size: Measured) => number) => of(largest) / of(smallest);
  const grown = (what: string, of: (size: Measured) => number, unit: string) => {
    const baseline = `${round(of(smallest))} ${unit} (of ${count(smallest)})`;
    const figure = valueFigure(`${what}, each of ${count(largest)}`, of(largest), { unit, baseline });
    const ratio = growth(of);
    return { ...figure, ratio, goal: `<= ${GROWTH_GOAL}`, isMet: ratio <= GROWTH_GOAL };
  };
  return {
    title: `${count(largest)} workspaces on one machine`,
    text: 'The product’s objects in raw workerd, on a real libSQL server, both stored in memory; a fake cluster reports each workload as ready. The ratio compares the per-workspace figures of the last size with the first: 1 means linear growth.',
    figures: [
      grown('CPU until Online', ({ cpuMsEach }) => cpuMsEach, 'ms'),
      grown('rows written until Online', ({ rowsEach }) => rowsEach, 'rows'),
      grown('storage', ({ storageKibEach }) => storageKibEach, 'KiB'),
      valueFigure(`alarms at rest of ${count(largest)}, lateness p99`, largest.latenessP99Ms, {
        unit: 'ms',
        atMost: LATENESS_GOAL_MS,
      }),
    ],
    notes: [
      renderTable(
        ['workspaces', ...measured.map(count)],
        columns.map(([name, of]) => [name, ...measured.map((size) => round(of(size)))]),
      ),
      costNotes({
        storageKib: largest.storageKibEach,
        rowsAlarm: largest.steadyRowsPerAlarm,
        rowsOnline: largest.rowsEach,
      }),
    ].join('\n\n'),
  };
}
