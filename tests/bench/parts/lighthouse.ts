import { chromium } from '@playwright/test';
import { findBrowser } from '#scripts/checks/browser.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { type Figure, type Section, valueFigure } from '../report/section.ts';
import { cookiesOf, startSides } from '../support/sides.ts';
import { median } from '../support/statistics.ts';

const RUNS = 5;
const GOAL = 99;
const pages = [
  { path: '/login', goal: GOAL },
  { path: '/register', goal: GOAL },
  { path: '/forgot-password', goal: GOAL },
  { path: '/magic-link', goal: GOAL },
  { path: '/api/docs', goal: 97 },
  { path: '/dashboard', goal: GOAL, isSignedIn: true },
];

/** As much of Lighthouse as this calls: https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md */
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; extraHeaders: Record<string, string>; logLevel: string },
) => Promise<{ lhr: { categories: { performance: { score: number | null } } } } | undefined>;

/** `npm run bench -- lighthouse`: mobile performance of the public pages and the dashboard, medians of five. */
export async function benchLighthouse(): Promise<Section> {
  const { lighthouse, version } = await loadLighthouse();
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser: install Chromium, or name it with CHROMIUM_PATH.');
  const sides = await startSides();
  const { portal: port } = await freePorts();
  const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const scoreOf = async (url: string, cookie: string) => {
      const extraHeaders = cookie === '' ? {} : { Cookie: cookie };
      const flags = { port, onlyCategories: ['performance'], extraHeaders, logLevel: 'error' };
      const score = (await lighthouse(url, flags))?.lhr.categories.performance.score;
      if (typeof score !== 'number') throw new Error(`Lighthouse gave ${url} no score.`);
      return score * 100;
    };
    const taken: number[][] = pages.map(() => []);
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(await scoreOf(`http://127.0.0.1:${sides.bare.port}/`, ''));
      for (const [index, { path, isSignedIn }] of pages.entries()) {
        const cookie = isSignedIn ? cookiesOf(sides.owner) : '';
        taken[index]?.push(await scoreOf(`${sides.stack.portalUrl}${path}`, cookie));
      }
    }
    const figures: Figure[] = pages.map(({ path, goal }, index) =>
      valueFigure(path, median(taken[index] ?? []), {
        ...{ unit: '', atLeast: goal, baseline: `${median(bare).toFixed(0)} (hello)` },
      }),
    );
    return {
      title: 'Lighthouse',
      text: `Mobile performance by Lighthouse ${version}, raw workerd, medians of ${RUNS} in turn.`,
      figures,
    };
  } finally {
    await browser.close();
    await sides.stop();
  }
}

/** Lighthouse with all that it brings is 176 MB, for this bench alone: it is installed by hand. */
async function loadLighthouse(): Promise<{ lighthouse: Lighthouse; version: string }> {
  const name: string = 'lighthouse';
  try {
    const { default: lighthouse } = (await import(name)) as { default: Lighthouse };
    const { default: about } = (await import(`${name}/package.json`, { with: { type: 'json' } })) as {
      default: { version: string };
    };
    return { lighthouse, version: about.version };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'Lighthouse is not installed: `npm install --no-save lighthouse@13`, then run this again.',
    );
  }
}
