import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { readArguments, runCommand } from '../command-line.ts';
import { type Outcome, readPlaywrightReport, readVitestReport } from './reports.ts';
import { runGroup } from './run-group.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
  /** Added to the environment. */
  variables?: Readonly<Record<string, string>>;
  /** Reads a runner's report; a static check is one test. */
  report?: () => Outcome;
  /** Starts only after the build, which its tests read or run. */
  needsBuild?: true;
  /** Starts only once there is a browser, which is installed in parallel with the checks before it. */
  needsBrowser?: true;
  /** Runs at a lower priority: it waits for nothing, so it fills what the other lane leaves. */
  yields?: true;
}

const USAGE = `npm test           runs every check; the last line has the totals
npm run test:fast  runs the checks without a build or a server, in less than a minute
One file: npx vitest run --project portal tests/portal/page-weight.test.ts (vitest.config.ts has the projects)`;

/** Each line of the report says how long after this its check started. */
const BEGAN_AT = performance.now();

/** Far longer than any check takes, so that only a hanging check is ended. */
const MAX_CHECK_MS = 45 * 60_000;

const INSTALL_BROWSER = ['scripts/checks/install-browser.ts'];
const build: Check = { name: 'Build', command: process.execPath, args: ['scripts/checks/build.ts'] };
const staticChecks: Check[] = [
  { name: 'Format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'], yields: true },
  { name: 'Types', command: 'npm', args: ['run', '--silent', 'typecheck'], yields: true },
  { name: 'Import rules', command: 'npm', args: ['run', '--silent', 'imports'], yields: true },
  { name: 'Dead code', command: 'npm', args: ['run', '--silent', 'unused'], yields: true },
];
const fastUnits = vitest('Unit, the fast ones', 'fast', ['--project', 'fast']);
const unit = vitest('Unit', 'unit', ['--project', 'unit'], { needsBuild: true });
const portal = vitest('Portal', 'portal', ['--project', 'portal'], { needsBuild: true });
const simulation = vitest('Simulation', 'simulation', ['--project', 'simulation'], { yields: true });
const durableObjects = vitest('Durable Objects', 'workers', ['--config', 'vitest.workers.config.ts']);
const contract = vitest('Contract', 'contract', ['--project', 'contract']);
const crashes = vitest('Crashes', 'crash', ['--project', 'crash'], { needsBuild: true });
const browser: Check = {
  name: 'Browser',
  // A sixth of the runner's time went into collecting short-lived objects; its workers take over the flag.
  command: process.execPath,
  args: ['--max-semi-space-size=64', 'node_modules/@playwright/test/cli.js', 'test'],
  // Node itself strips the types: Playwright's compiler would transform four hundred files first.
  variables: { PW_DISABLE_TS_ESM: '1' },
  report: () => readPlaywrightReport('.reports/e2e.json'),
  needsBuild: true,
  needsBrowser: true,
};

/**
 * Lanes run in parallel, the checks of a lane one after another: a check that waits for a workspace, an alarm or a page
 * leaves the CPU to the other lane. There are two lanes, so that at most two checks share the memory: the portal's stacks
 * and the browsers, which need most, follow each other.
 */
const lanes: ReadonlyArray<readonly Check[]> = [
  [build, portal, browser],
  [...staticChecks, simulation, durableObjects, crashes, contract, unit],
];

/** `npm run test:fast`: the checks before each commit. */
const fastLanes: ReadonlyArray<readonly Check[]> = [[fastUnits], staticChecks];

function vitest(
  name: string,
  report: string,
  args: string[],
  rest: Pick<Check, 'needsBuild' | 'yields'> = {},
): Check {
  const file = `.reports/${report}.json`;
  return {
    name,
    command: 'vitest',
    args: ['run', ...args, '--reporter', 'minimal', '--reporter', 'json', '--outputFile.json', file],
    report: () => readVitestReport(file),
    ...rest,
  };
}

/**
 * `npm test`: runs every check, and prints a line for each, the output of failures, and the totals on the last line. With
 * `--fast`, runs only the checks without a build or a server.
 */
async function main(): Promise<void> {
  const { values } = readArguments(USAGE, { options: { fast: { type: 'boolean', default: false } } });
  const isFast = values.fast;
  rmSync('.reports', { recursive: true, force: true });
  mkdirSync('.reports', { recursive: true });

  const total = { passed: 0, failed: 0 };
  const built = Promise.withResolvers<boolean>();
  const installed = isFast ? undefined : runGroup(process.execPath, INSTALL_BROWSER, MAX_CHECK_MS);
  const findMissing = async ({ needsBuild, needsBrowser }: Check): Promise<string | undefined> => {
    if (needsBuild && !(await built.promise)) return 'the build failed';
    const installation = needsBrowser && (await installed);
    return installation && !installation.isClean ? installation.output : undefined;
  };
  const runLane = async (checks: readonly Check[]) => {
    for (const check of checks) {
      const missing = await findMissing(check);
      const outcome = missing === undefined ? await runCheck(check) : reportNotRun(check, missing);
      if (check === build) built.resolve(outcome.failed === 0);
      total.passed += outcome.passed;
      total.failed += outcome.failed;
    }
  };
  await Promise.all((isFast ? fastLanes : lanes).map(runLane));
  // After a failed build, no check waits for the browser's installation, which must not be cut off.
  await installed;
  console.info(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}

/** Without what a check needs, nothing of it is known to work. */
function reportNotRun({ name }: Check, why: string): Outcome {
  console.info(`FAILED ${name}: not run: ${why}`);
  return { passed: 0, failed: 1, failures: [] };
}

async function runCheck({ name, command, args, variables, report, yields }: Check): Promise<Outcome> {
  const startedAt = performance.now();
  const from = ((startedAt - BEGAN_AT) / 1_000).toFixed(0);
  const priority = yields ? constants.priority.PRIORITY_LOW : undefined;
  const { isClean, output } = await runGroup(command, args, MAX_CHECK_MS, priority, variables);
  const outcome = report?.() ?? { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1, failures: [] };
  // A runner that crashed, or ran no test, has failed, whatever its report counts.
  if ((!isClean || outcome.passed === 0) && outcome.failed === 0) outcome.failed = 1;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const verdict = outcome.failed === 0 ? 'ok' : 'FAILED';
  console.info(
    `${verdict.padEnd(7)}${name.padEnd(18)}${String(outcome.passed).padStart(5)} passed  ${seconds.padStart(6)} s from ${from.padStart(4)} s`,
  );
  // The names first: a log that is cut off still says what failed.
  for (const failure of outcome.failures) console.info(`       ${failure}`);
  if (outcome.failed > 0) console.info(stripVTControlCharacters(output));
  return outcome;
}

await runCommand(main);
