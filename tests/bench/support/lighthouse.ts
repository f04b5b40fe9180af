import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const LIGHTHOUSE_VERSION = '13.5.0';
/** Ignored by git, and removed with the dependencies. */
const FOLDER = 'node_modules/.cache/lighthouse';

/** What Lighthouse says of one visit: scores from 0 to 100, the layout's shift, and the audits below their best. */
export interface LighthouseResult {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  cumulativeLayoutShift: number;
  failed: string[];
}

/** As much of Lighthouse as this calls: https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md */
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; logLevel: string },
) => Promise<{ lhr: LighthouseReport } | undefined>;

interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: Array<{ id: string; weight: number }> }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
}

/**
 * Lighthouse with all that it brings has 176 MB, for one part of the bench: it is installed the first time that the part runs.
 * @returns a visit of a page, in the mobile preset.
 * @throws when it cannot be installed, and when it gives a page no score.
 */
export async function loadLighthouse(): Promise<(url: string, port: number) => Promise<LighthouseResult>> {
  const entry = join(FOLDER, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) install();
  const { default: lighthouse } = (await import(pathToFileURL(resolve(entry)).href)) as {
    default: Lighthouse;
  };
  return async (url, port) => {
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
    const report = (await lighthouse(url, { port, onlyCategories, logLevel: 'error' }))?.lhr;
    if (!report || report.runtimeError)
      throw new Error(`Lighthouse could not visit ${url}: ${report?.runtimeError?.message}`);
    const scoreOf = (category: string) => {
      const score = report.categories[category]?.score;
      if (typeof score !== 'number') throw new Error(`Lighthouse gave ${url} no score for ${category}.`);
      return score * 100;
    };
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      bestPractices: scoreOf('best-practices'),
      seo: scoreOf('seo'),
      cumulativeLayoutShift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      failed: listFailedAudits(report),
    };
  };
}

/** @returns the audits that cost a page points, with what they measured. */
function listFailedAudits({ categories, audits }: LighthouseReport): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return weighed.flatMap((id) => {
    const { score = null, displayValue = '' } = audits[id] ?? {};
    return score !== null && score < 0.99 ? [`${id} ${displayValue}`.trim()] : [];
  });
}

function install(): void {
  console.info(`Installing Lighthouse ${LIGHTHOUSE_VERSION} (176 MB) into ${FOLDER} ...`);
  const args = ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', `lighthouse@${LIGHTHOUSE_VERSION}`];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Lighthouse could not be installed:\n${stderr}`);
}
