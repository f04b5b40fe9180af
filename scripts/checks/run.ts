import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { buildIfChanged } from '../local/build.ts';
import { ensureBrowser } from './browser.ts';
import { type Outcome, readPlaywrightReport, readVitestReport } from './reports.ts';
import { runGroup } from './run-group.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
  /** Reads a runner's report; a static check is one test. */
  report?: () => Outcome;
}

/** Far longer than any check takes, so that only a hanging check is ended. */
const MAX_CHECK_MS = 45 * 60_000;

const staticChecks: Check[] = [
  { name: 'Format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'Types', command: 'npm', args: ['run', '--silent', 'typecheck'] },
  { name: 'Import rules', command: 'npm', args: ['run', '--silent', 'imports'] },
  { name: 'Dead code', command: 'npm', args: ['run', '--silent', 'unused'] },
];
const fastUnits = vitest('Unit, the fast ones', 'fast', ['--project', 'fast']);
const unitAndPortal = vitest('Unit and portal', 'node', ['--project', 'unit', '--project', 'portal']);
const simulation = vitest('Simulation', 'simulation', ['--project', 'simulation']);
const durableObjects = vitest('Durable Objects', 'workers', ['--config', 'vitest.workers.config.ts']);
const contract = vitest('Contract', 'contract', ['--project', 'contract']);
const crashes = vitest('Crashes', 'crash', ['--project', 'crash']);
const browser: Check = {
  name: 'Browser',
  command: 'playwright',
  args: ['test'],
  report: () => readPlaywrightReport('.reports/e2e.json'),
};

/** Checks that run one after another; checks that yield have a lower priority. */
interface Lane {
  checks: readonly Check[];
  yields?: true;
}

/**
 * Stages run one after another, the lanes of a stage in parallel: a check that waits for a workspace, an alarm or a page
 * leaves the CPU idle. There are two stages, so that the stacks of the portal's tests and the browsers never share the
 * memory.
 */
const stages: ReadonlyArray<readonly Lane[]> = [
  [{ checks: [unitAndPortal] }, { checks: [contract, crashes] }],
  [
    { checks: [browser] },
    { checks: [durableObjects] },
    { checks: [...staticChecks, simulation], yields: true },
  ],
];

/** `npm run test:fast`: the checks before each commit. */
const fastStages: ReadonlyArray<readonly Lane[]> = [[{ checks: [fastUnits] }, { checks: staticChecks }]];

function vitest(name: string, report: string, args: string[]): Check {
  const file = `.reports/${report}.json`;
  return {
    name,
    command: 'vitest',
    args: ['run', ...args, '--reporter', 'minimal', '--reporter', 'json', '--outputFile.json', file],
    report: () => readVitestReport(file),
  };
}

/**
 * `npm test`: runs every check, and prints a line for each, the output of failures, and the totals on the last line. With
 * `--fast`, runs only the checks without a build or a server.
 */
async function main(): Promise<void> {
  const isFast = process.argv.includes('--fast');
  rmSync('.reports', { recursive: true, force: true });
  mkdirSync('.reports', { recursive: true });
  if (!isFast) {
    ensureBrowser();
    buildIfChanged();
  }

  const total = { passed: 0, failed: 0 };
  const runLane = async (lane: Lane) => {
    for (const check of lane.checks) {
      const outcome = await runCheck(check, lane.yields ? constants.priority.PRIORITY_LOW : undefined);
      total.passed += outcome.passed;
      total.failed += outcome.failed;
    }
  };
  for (const lanes of isFast ? fastStages : stages) await Promise.all(lanes.map(runLane));
  console.info(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}

async function runCheck({ name, command, args, report }: Check, priority?: number): Promise<Outcome> {
  const startedAt = performance.now();
  const { isClean, output } = await runGroup(command, args, MAX_CHECK_MS, priority);
  const outcome = report?.() ?? { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1, failures: [] };
  // A runner that crashed, or ran no test, has failed, whatever its report counts.
  if ((!isClean || outcome.passed === 0) && outcome.failed === 0) outcome.failed = 1;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const verdict = outcome.failed === 0 ? 'ok' : 'FAILED';
  console.info(
    `${verdict.padEnd(7)}${name.padEnd(18)}${String(outcome.passed).padStart(5)} passed  ${seconds.padStart(6)} s`,
  );
  // The names first: a log that is cut off still says what failed.
  for (const failure of outcome.failures) console.info(`       ${failure}`);
  if (outcome.failed > 0) console.info(stripVTControlCharacters(output));
  return outcome;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
