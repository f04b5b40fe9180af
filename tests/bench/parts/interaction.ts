import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#scripts/checks/browser.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { timeEffect } from '../support/paint-timing.ts';
import { type Sides, startSides } from '../support/sides.ts';
import { median } from '../support/statistics.ts';

const ROUNDS = 3;
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 80;
const GOALS = { effectMs: 100, pageMs: 300 };

/** The clicks on each page, with a selector of their effect. */
const clicks = [
  [
    'a link of the header',
    '/dashboard',
    '.main-navigation__link[href="/manage"]',
    '.main-navigation__link[data-opening]',
  ],
  ['a tab', '/manage', '.tabs__link[href="/manage/usage"]', '.tabs__link[data-opening]'],
  ['the account menu', '/dashboard', '.account-menu > button', '.account-menu__panel:popover-open'],
  ['the search', '/dashboard', '.palette-button', ':is([role="combobox"], .palette-button[data-pending])'],
  ['Save settings', '/manage', 'button[value="save"]', 'button[value="save"][data-pending]'],
  ['Sign in', '/login', '#login .button--primary', '#login .button[data-pending]'],
] as const;

/** Navigations between pages, by a link of the header or a tab. */
const navigations = [
  ['/dashboard', '/manage'],
  ['/manage', '/manage/usage'],
  ['/manage/usage', '/manage/export'],
  ['/dashboard', '/help'],
  ['/account', '/account/activity'],
  ['/help', '/dashboard'],
] as const;

/** The delay until a click shows on a slow CPU, and until it opens the next page over a slow connection. */
export async function benchInteraction(): Promise<Section> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser: install Chromium, or name it with CHROMIUM_PATH.');
  // Raw workerd serves files without their types, and a browser runs no script without one.
  const sides = await startSides({ host: 'Miniflare' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  /** Runs each action in a separate browser context: with an empty cache, and `path` open before it acts. */
  const inPage = async (path: string, act: (page: Page) => Promise<number>) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      if (path !== '/login') await signIn(page, sides);
      await page.goto(path === 'bare' ? 'about:blank' : `${sides.stack.portalUrl}${path}`, {
        waitUntil: 'networkidle',
      });
      return await act(page);
    } finally {
      await context.close();
    }
  };
  try {
    const taken = new Map<string, number[]>();
    const take = async (what: string, path: string, act: (page: Page) => Promise<number>) =>
      taken.set(what, [...(taken.get(what) ?? []), await inPage(path, act)]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await take('bare', 'bare', clickBare);
      for (const [what, path, target, effect] of clicks)
        await take(what, path, async (page) => {
          await slowProcessor(page);
          return await timeEffect(page, effect, () => page.locator(target).click());
        });
      for (const [from, to] of navigations)
        for (const isPointedAt of [true, false])
          await take(nameOfNavigation(from, to, isPointedAt), from, (page) =>
            openPage(page, to, isPointedAt),
          );
    }
    const of = (what: string) => median(taken.get(what) ?? []);
    const bare = `${of('bare').toFixed(0)} ms (a button without React)`;
    return {
      title: 'Interaction latency',
      text: [
        `Chromium, Miniflare, medians of ${ROUNDS}, alternating, each with an empty cache. Measured from the click to the end of the first frame that shows its effect. Effects: on a`,
        `processor slowed ${CPU_SLOWDOWN} times. Pages: at ${LATENCY_MS} ms of latency, with the pointer already on the link, and without hover (as by touch).`,
      ].join('\n'),
      figures: [
        ...clicks.map(([what]) =>
          valueFigure(`effect: ${what}`, of(what), { unit: 'ms', atMost: GOALS.effectMs, baseline: bare }),
        ),
        ...navigations.flatMap(([from, to]) =>
          [true, false].map((isPointedAt) => {
            const what = nameOfNavigation(from, to, isPointedAt);
            return valueFigure(what, of(what), { unit: 'ms', atMost: GOALS.pageMs, baseline: '' });
          }),
        ),
      ],
    };
  } finally {
    await browser.close();
    await sides.stop();
  }
}

function nameOfNavigation(from: string, to: string, isPointedAt: boolean): string {
  return `page: ${from} to ${to}${isPointedAt ? '' : ', without hover'}`;
}

/** Follows a link of the header or a tab. @returns ms until the page whose link is current is displayed. */
async function openPage(page: Page, to: string, isPointedAt: boolean): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const link = page.locator(`:is(.main-navigation__link, .tabs__link)[href="${to}"]`).first();
  if (isPointedAt) {
    await link.hover();
    await page.waitForLoadState('networkidle');
  }
  const current = `:is(.main-navigation__link, .tabs__link)[href="${to}"][aria-current]`;
  return await timeEffect(page, current, () =>
    isPointedAt ? link.click() : link.dispatchEvent('click', { button: 0 }),
  );
}

/** The minimum cost of a click in this browser on this machine. */
async function clickBare(page: Page): Promise<number> {
  await page.setContent('<button onclick="this.className = \'clicked\'">Click</button>');
  await slowProcessor(page);
  return await timeEffect(page, '.clicked', () => page.locator('button').click());
}

async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function signIn(page: Page, { owner, stack }: Sides): Promise<void> {
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: stack.portalUrl }));
  await page.context().addCookies(cookies);
}
