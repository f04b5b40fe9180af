import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#scripts/checks/browser.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { subscribe } from '#tests/support/billing-calls.ts';
import { type Figure, type Section, valueFigure } from '../report/section.ts';
import { LIGHTHOUSE_VERSION, type LighthouseResult, loadLighthouse } from '../support/lighthouse.ts';
import { type Sides, startSides } from '../support/sides.ts';
import { median } from '../support/statistics.ts';

const GOAL = 99;
/** Public pages, and the ten main signed-in screens. */
const publicPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/magic-link',
  '/reset-password',
  '/confirm-email',
  '/consent',
  '/api/docs',
];
const signedInPages = [
  '/dashboard',
  '/manage',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/billing',
  '/account',
  '/account/members',
  '/account/activity',
  '/account/change-plan',
  '/help',
];
/** Public pages that `robots.txt` keeps from search engines. */
const unlisted = ['/magic-link', '/confirm-email', '/api/docs'];
/** The API's reference is one long page with every call. */
const performanceGoals: Readonly<Record<string, number>> = { '/api/docs': 97 };

/**
 * `npm run bench -- lighthouse [RUNS]`: Lighthouse's mobile preset on every public page and the ten main signed-in screens.
 * @param given the number of visits of each page, five by default; the medians are reported.
 */
export async function benchLighthouse(given = '5'): Promise<Section> {
  const runs = Number(given);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error('Give the number of visits to each page, such as 5.');
  const visit = await loadLighthouse();
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser: install Chromium, or name it with CHROMIUM_PATH.');
  // Raw workerd serves files without their types, and a browser runs no script without one.
  const sides = await startSides({ host: 'Miniflare' });
  try {
    // Without a subscription, /manage/billing redirects.
    const { owner, email } = sides;
    await subscribe({ client: owner, fields: { email } }, { planId: 'starter', period: 'monthly' });
    const { portal: port } = await freePorts();
    const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const taken = new Map<string, LighthouseResult[]>();
      for (let run = 0; run < runs; run += 1) {
        const round = async (path: string, url: string) => {
          const result = await visit(url, port);
          console.info(`${path}: ${result.performance.toFixed(0)} ${result.failed.join(', ')}`);
          taken.set(path, [...(taken.get(path) ?? []), result]);
        };
        await clearCookies(browser);
        await round('hello', `http://127.0.0.1:${sides.bare.port}/`);
        for (const path of publicPages) await round(path, `${sides.stack.portalUrl}${path}`);
        await signIn(browser, sides);
        for (const path of signedInPages) await round(path, `${sides.stack.portalUrl}${path}`);
      }
      return sectionOf(taken, runs);
    } finally {
      await browser.close();
    }
  } finally {
    await sides.stop();
  }
}

async function clearCookies(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.clearCookies');
  await session.detach();
}

/**
 * Signs the browser in, in which the public pages have stored the reader's time zone. Lighthouse opens its pages in the
 * browser's default context, where Playwright sets no cookies.
 */
async function signIn(browser: Browser, { owner, stack }: Sides): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: stack.portalUrl }));
  await session.send('Storage.setCookies', { cookies });
  await session.detach();
}

function sectionOf(taken: ReadonlyMap<string, LighthouseResult[]>, runs: number): Section {
  const medians = (path: string, score: (result: LighthouseResult) => number) =>
    median((taken.get(path) ?? []).map(score));
  const baseline = `${medians('hello', ({ performance }) => performance).toFixed(0)} (hello)`;
  const all = [...publicPages, ...signedInPages];
  const listed = publicPages.filter((path) => !unlisted.includes(path));
  const worst = (
    what: string,
    pages: readonly string[],
    score: (result: LighthouseResult) => number,
    goal: { atLeast?: number; atMost?: number },
  ): Figure => {
    const ranked = pages
      .map((path) => ({ path, value: medians(path, score) }))
      .toSorted((a, b) => (goal.atMost === undefined ? a.value - b.value : b.value - a.value));
    const { path = '', value = Number.NaN } = ranked[0] ?? {};
    return valueFigure(`${what} (${path})`, value, { unit: '', ...goal });
  };
  return {
    title: 'Lighthouse',
    text: [
      `Lighthouse ${LIGHTHOUSE_VERSION}, mobile preset, Miniflare, ${runs === 1 ? 'one visit' : `medians of ${runs} alternating visits`}. Of the other categories, the page with`,
      'the worst score is listed.',
    ].join('\n'),
    figures: [
      ...all.map((path) =>
        valueFigure(
          `performance of ${path}`,
          medians(path, ({ performance }) => performance),
          {
            unit: '',
            atLeast: performanceGoals[path] ?? GOAL,
            baseline,
          },
        ),
      ),
      worst('accessibility', all, ({ accessibility }) => accessibility, { atLeast: GOAL }),
      worst('best practices', all, ({ bestPractices }) => bestPractices, { atLeast: GOAL }),
      worst('SEO of listed pages', listed, ({ seo }) => seo, { atLeast: 100 }),
      worst('layout shift', all, ({ cumulativeLayoutShift }) => cumulativeLayoutShift, { atMost: 0 }),
    ],
  };
}
