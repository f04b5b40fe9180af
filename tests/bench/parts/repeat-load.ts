import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#scripts/checks/browser.ts';
import { countRequests, type RepeatLoad } from '#tests/support/repeat-load.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { type Sides, startSides } from '../support/sides.ts';
import { median } from '../support/statistics.ts';

const ROUNDS = 7;
const LATENCY_MS = 150;
const GOALS = { requests: 3, ratio: 1.2 };

/** A repeat visit to the dashboard in the same browser, compared with one to a bare page. */
export async function benchRepeatLoad(): Promise<Section> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser: install Chromium, or name it with CHROMIUM_PATH.');
  // Raw workerd serves files without their types, and a browser runs no script without one.
  const sides = await startSides({ host: 'Miniflare' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const dashboard = await open(browser, sides);
    const bare = await (await browser.newContext()).newPage();
    const urls = {
      dashboard: `${sides.stack.portalUrl}/dashboard`,
      bare: `http://127.0.0.1:${sides.bare.port}/`,
    };
    const taken = { dashboard: [] as RepeatLoad[], bare: [] as RepeatLoad[] };
    for (const [page, url] of [
      [dashboard, urls.dashboard],
      [bare, urls.bare],
    ] as const) {
      await slowDown(page);
      await page.goto(url);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      taken.dashboard.push(await countRequests(dashboard, urls.dashboard));
      taken.bare.push(await countRequests(bare, urls.bare));
    }
    const of = (side: keyof typeof taken, figure: (load: RepeatLoad) => number) =>
      median(taken[side].map(figure));
    const timeOf = (what: string, figure: (load: RepeatLoad) => number) =>
      valueFigure(what, of('dashboard', figure), {
        unit: 'ms',
        baseline: `${of('bare', figure).toFixed(0)} ms (hello)`,
      });
    const ratio = of('dashboard', ({ loadMs }) => loadMs) / of('bare', ({ loadMs }) => loadMs);
    return {
      title: 'A repeat load of the dashboard',
      text: `Chromium at ${LATENCY_MS} ms of latency, Miniflare, medians of ${ROUNDS}, alternating. Only requests that the browser’s cache did not answer are counted.`,
      figures: [
        valueFigure(
          'requests',
          of('dashboard', ({ count }) => count),
          {
            unit: '',
            atMost: GOALS.requests,
            baseline: `${of('bare', ({ count }) => count)} (hello)`,
          },
        ),
        timeOf('time to its first byte', ({ firstByteMs }) => firstByteMs),
        {
          ...timeOf('time to its load event', ({ loadMs }) => loadMs),
          ratio,
          goal: `<= ${GOALS.ratio}`,
          isMet: ratio <= GOALS.ratio,
        },
      ],
    };
  } finally {
    await browser.close();
    await sides.stop();
  }
}

async function open(browser: Browser, { owner, stack }: Sides): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies(
    [...owner.cookies].map(([name, value]) => ({ name, value, url: stack.portalUrl })),
  );
  return await context.newPage();
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
