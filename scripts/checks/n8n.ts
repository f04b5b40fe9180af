import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { installableVersions, installN8n } from '#engine/install.ts';
import { readArguments, refuseArguments, runCommand } from '../command-line.ts';
import { ensureBrowser } from './browser.ts';
import { type Outcome, readPlaywrightReport, readVitestReport } from './reports.ts';

const parts = {
  /** Each installable version, or `N8N_VERSIONS=2.41.1`. A complete green run is recorded. */
  contract: {
    command: 'vitest',
    args: ['run', '--project', 'n8n', '--reporter', 'verbose', '--reporter', 'json'],
    more: ['--outputFile.json', '.reports/n8n.json', '--reporter', './engine/contract/record-tested.ts'],
    report: '.reports/n8n.json',
    read: readVitestReport,
  },
  /** The end-to-end test of a new customer, in a browser. */
  walk: {
    command: 'playwright',
    args: ['test', '--config', 'tests/n8n/playwright.config.ts'],
    more: [],
    report: '.reports/n8n-walk.json',
    read: readPlaywrightReport,
  },
};
type Part = keyof typeof parts;

const USAGE = `npm run test:n8n              the contract on each version of n8n, then the end-to-end tests
npm run test:n8n -- contract  only the contract; N8N_VERSIONS=2.41.1 for one version
npm run test:n8n -- walk      only the end-to-end tests`;

/**
 * `npm run test:n8n`: the contract on each version of n8n, then the end-to-end tests; `-- contract` or `-- walk` for only
 * one.
 */
async function main(): Promise<void> {
  const chosen = readParts();
  for (const version of installableVersions()) await installN8n(version, console.info);
  if (chosen.includes('walk')) ensureBrowser();

  const total = { passed: 0, failed: 0 };
  for (const part of chosen) {
    const { passed, failed } = await run(part);
    total.passed += passed;
    total.failed += failed;
  }
  console.info(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}

function readParts(): Part[] {
  const all = Object.keys(parts) as Part[];
  const [named, ...more] = readArguments(USAGE, { allowPositionals: true }).positionals;
  if (named === undefined) return all;
  const found = all.find((part) => part === named);
  if (!found || more.length > 0) return refuseArguments(`The parts are ${all.join(' and ')}.`, USAGE);
  return [found];
}

/** Runs one part and streams its output. */
async function run(part: Part): Promise<Outcome> {
  const { command, args, more, report, read } = parts[part];
  rmSync(report, { force: true });
  const child = spawn(command, [...args, ...more], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.once('disconnect', () => child.kill('SIGTERM'));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const outcome = read(report);
  // A runner that crashed, or ran no test, has failed, whatever its report counts.
  if ((status !== 0 || outcome.passed === 0) && outcome.failed === 0) return { ...outcome, failed: 1 };
  return outcome;
}

await runCommand(main);
