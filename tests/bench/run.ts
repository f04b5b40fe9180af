import { rmSync } from 'node:fs';
import { readArguments } from '#scripts/command-line.ts';
import { stopServices } from '#scripts/local/service.ts';
import { BASELINES_FOLDER } from './baselines/folders.ts';
import { parts } from './parts/index.ts';
import { REPORT_FILE, writeSections } from './report/document.ts';
import { REPORT_HEAD } from './report/head.ts';
import { describeRun, renderSection } from './report/markdown.ts';
import type { Section } from './report/section.ts';
import { makeTemporaryFolder, removeTemporaryFolders } from './support/temporary-folders.ts';

/** Chapters of the report that need another checkout or another program; they run only when named. */
const namedParts: Record<string, (argument?: string) => Promise<Section>> = {
  compare: async (folder) => (await import('./parts/compare.ts')).benchComparison(folder),
  lighthouse: async (runs) => (await import('./parts/lighthouse.ts')).benchLighthouse(runs),
};

/** Parts that only print. */
const printing: Record<string, (argument?: string) => Promise<void>> = {
  profile: async (path) => (await import('./profile/profile.ts')).profilePage(path),
  flows: async () => (await import('./profile/flows.ts')).printFlows(),
  editor: async (minutes = '1') => (await import('./engine/editor-hour.ts')).benchEditor(Number(minutes)),
  engine: async () => (await import('./engine/engine.ts')).benchEngine(),
  'held-webhooks': async (minutes = '5') =>
    (await import('./parts/held-webhooks.ts')).benchHeldWebhooks(Number(minutes)),
  'held-on-n8n': async (minutes = '3') =>
    (await import('./engine/held-on-n8n.ts')).benchHeldOnN8n(Number(minutes)),
};

const order = [...Object.keys(parts), ...Object.keys(namedParts)];

const USAGE = `npm run bench                      all parts; writes docs/benchmarks.md, or --report FILE
npm run bench -- PART ...          these parts, and their chapters: ${Object.keys(parts).join(', ')}
npm run bench -- workspaces --workspaces 10000   takes longer than ten minutes; by default 2,000
npm run bench -- compare FOLDER    another checkout beside this one
npm run bench -- lighthouse [RUNS]  Lighthouse on every main page; installs it first
npm run bench -- profile PATH      CPU shares of a page by package
npm run bench -- flows             the files that run for each request of docs/request-flows.md
npm run bench -- held-webhooks     a sender of 200 a second for five minutes; MINUTES for another time
npm run bench -- held-on-n8n       the same on n8n, 5 a second for three minutes; MINUTES for longer
npm run bench -- engine            n8n under load; -- editor [MINUTES] an editor that stays open`;

/** Runs the chosen parts, and writes their chapters once all have succeeded. */
async function main(): Promise<void> {
  const [first = '', argument] = positionals;
  const print = printing[first];
  if (print) return await print(argument);
  const options = values.workspaces === undefined ? {} : { workspaces: Number(values.workspaces) };
  const sections = new Map<string, string>();
  const named = namedParts[first];
  const chosen = named ? { [first]: () => named(argument) } : chooseParts(positionals);
  for (const [name, bench] of Object.entries(chosen)) {
    console.info(`-- ${name}`);
    const section = renderSection(await bench(options), describeRun(Date.now()));
    console.info(`${section}\n`);
    sections.set(name, section);
  }
  writeSections(values.report, REPORT_HEAD, sections, order);
  console.info(`Written to ${values.report}.`);
}

function chooseParts(names: readonly string[]): typeof parts {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`There is no part named ${unknown}.\n\n${USAGE}`);
  const all = Object.entries(parts);
  return Object.fromEntries(names.length === 0 ? all : all.filter(([name]) => names.includes(name)));
}

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: { report: { type: 'string', default: REPORT_FILE }, workspaces: { type: 'string' } },
});
// All temporary files of a part are in one folder, which is removed with this process.
process.env.TMPDIR = makeTemporaryFolder();

async function end(status: number): Promise<never> {
  await stopServices();
  removeTemporaryFolders();
  rmSync(BASELINES_FOLDER, { recursive: true, force: true });
  process.exit(status);
}

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    console.error(`Interrupted. Nothing was written: ${REPORT_FILE} has its last figures.`);
    void end(130);
  });
}

main().then(
  () => end(0),
  (error: unknown) => {
    // An interrupt ends the services, which makes the running measurement fail.
    if (isEnding) return;
    console.error(error instanceof Error ? error.message : error);
    console.error('Nothing was written.');
    void end(1);
  },
);
