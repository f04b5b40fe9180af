import type { Page } from '@playwright/test';
import { en } from '#app/i18n/en/index.ts';
import { readBuiltPages } from '../support/built-pages.ts';
import { expect, test } from './support/billing.ts';
import { holdBack } from './support/hold-back.ts';
import { askForLessData } from './support/save-data.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated, visit } from './support/visit.ts';

test.use({ isPageIdleBusy: true });

/** A link of a navigation, by the navigation's name and the link's path. */
const linkOf = (page: Page, navigation: string, path: string) =>
  page.getByRole('navigation', { name: navigation }).locator(`a[href="${path}"]`);
const headerLink = (page: Page, path: string) => linkOf(page, en.layout.navigation.label, path);
const tabLink = (page: Page, path: string) => linkOf(page, en.manage.tabs.label, path);

/** @returns the URLs that the page requests from now on. */
function recordRequests(page: Page): URL[] {
  const urls: URL[] = [];
  page.on('request', (request) => urls.push(new URL(request.url())));
  return urls;
}

const isScript = ({ pathname }: URL) => pathname.endsWith('.js');
const isData = ({ searchParams }: URL) => searchParams.has('_data');

test('pointing at a link or focusing it loads its page’s scripts once but no data, and a click then requests only the data', async ({
  page,
  trialist,
}) => {
  await askForLessData(page);
  await signInAs(page, trialist.client);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const asked = recordRequests(page);
  const { pages } = readBuiltPages();
  await test.step('hovering a link loads its page’s scripts but no data', async () => {
    const manage = pages['routes/manage'];
    if (!manage) throw new Error('There is no /manage.');
    const loaded = page.waitForResponse((response) => new URL(response.url()).pathname === manage.module);
    await headerLink(page, '/manage').hover();
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(asked.filter(isData)).toEqual([]);
  });
  await test.step('focusing a link loads its page’s scripts, once', async () => {
    for (const path of ['/help', '/dashboard', '/help']) await headerLink(page, path).focus();
    await page.waitForLoadState('networkidle');
    const scripts = asked.filter(isScript).map(({ pathname }) => pathname);
    expect(scripts).toContain(pages['routes/help']?.module);
    expect(new Set(scripts).size).toBe(scripts.length);
  });
  await test.step('the click then requests only the data', async () => {
    const before = asked.length;
    await headerLink(page, '/manage').click();
    await expect(headerLink(page, '/manage')).toHaveAttribute('aria-current', 'page');
    const clicked = asked.slice(before);
    expect(clicked.filter(isScript).map(String)).toEqual([]);
    expect(clicked.filter(isData).map(({ searchParams }) => searchParams.get('_data'))).toEqual([
      'routes/manage',
    ]);
  });
});

test('an idle browser loads the scripts of the links in its window, so that a click without hovering requests only data', async ({
  page,
  trialist,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  // Widens the tabs so that the last one is beyond a phone's edge.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.tabs__link:last-child { margin-inline-start: 360px }');
    document.adoptedStyleSheets = [sheet];
  });
  await signInAs(page, trialist.client);
  const { pages } = readBuiltPages();
  const asked = recordRequests(page);
  const scripts = () => asked.filter(isScript).map(({ pathname }) => pathname);
  await page.goto('/manage');
  for (const id of ['routes/dashboard', 'routes/help', 'routes/manage-usage'])
    await expect.poll(scripts, id).toContain(pages[id]?.module);
  expect(asked.filter(isData)).toEqual([]);
  await page.waitForLoadState('networkidle');
  // The last tab's route loads once it scrolls into view.
  const backups = pages['routes/manage-export']?.module;
  expect(scripts()).not.toContain(backups);
  await page
    .getByRole('navigation', { name: en.manage.tabs.label })
    .evaluate((tabs) => tabs.scrollTo({ left: tabs.scrollWidth }));
  await expect.poll(scripts).toContain(backups);
  const before = asked.length;
  await headerLink(page, '/help').dispatchEvent('click', { button: 0 });
  await expect(headerLink(page, '/help')).toHaveAttribute('aria-current', 'page');
  const clicked = asked.slice(before);
  expect(clicked.filter(isData).map(({ searchParams }) => searchParams.get('_data'))).toContain(
    'routes/help',
  );
  expect(clicked.filter(isScript).map(({ pathname }) => pathname)).not.toContain(
    pages['routes/help']?.module,
  );
});

/** Counts view transitions and records which parts of the page were animated. */
async function recordTransitions(page: Page) {
  await page.addInitScript(() => {
    const state = Object.assign(window, { transitions: 0, moving: [] as string[] });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        state.transitions += 1;
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect) state.moving.push(effect.pseudoElement ?? '');
      });
      return transition;
    };
  });
  return () =>
    page.evaluate(() => {
      const { transitions, moving } = window as unknown as { transitions: number; moving: string[] };
      return { transitions, moving: moving.filter((name) => name.startsWith('::view-transition')) };
    });
}

test('a page of the navigation fades in, and its header does not', async ({ browser, stack, trialist }) => {
  const page = await browser.newPage({ baseURL: stack.portalUrl, reducedMotion: 'no-preference' });
  await signInAs(page, trialist.client);
  const transitions = await recordTransitions(page);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await headerLink(page, '/help').focus();
  await page.keyboard.press('Enter');
  await expect(headerLink(page, '/help')).toHaveAttribute('aria-current', 'page');
  await expect.poll(transitions).toMatchObject({ transitions: 1 });
  const { moving } = await transitions();
  expect(moving.length).toBeGreaterThan(0);
  expect(moving.filter((name) => !/\((?:content|consent)\)$/.test(name))).toEqual([]);
  await page.close();
});

test('a click marks its link immediately and moves the focus to the new page’s heading; reduced motion disables transitions', async ({
  page,
  trialist,
}) => {
  await signInAs(page, trialist.client);
  const transitions = await recordTransitions(page);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { level: 1 });
  const announced = page.getByRole('status').filter({ hasText: 'Weft Cloud' });

  await test.step('reduced motion disables transitions', async () => {
    await expect(announced).toHaveCount(0);
    await expect(heading).not.toBeFocused();
    await headerLink(page, '/manage').click();
    await expect(headerLink(page, '/manage')).toHaveAttribute('aria-current', 'page');
    await expect.poll(transitions).toEqual({ transitions: 1, moving: [] });
  });

  await test.step('a navigation moves the focus to the new page’s heading without a ring, and announces its title', async () => {
    await expect(heading).toHaveText('Manage your workspace');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS('outline-style', 'none');
    await expect(announced).toHaveText(await page.title());

    await tabLink(page, '/manage/status').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/^Workspace status/);
    await expect(heading).toBeFocused();
    await expect(announced).toHaveText(await page.title());
    // The next tab stop follows the heading, not the top of the page.
    await page.keyboard.press('Tab');
    await expect(tabLink(page, '/manage')).toBeFocused();

    await page.goBack();
    await expect(page).toHaveTitle(/^Workspace settings/);
    await expect(heading).toBeFocused();
  });

  await test.step('a link is marked in the task of its click, before the navigation is drawn', async () => {
    for (const link of [headerLink(page, '/dashboard'), tabLink(page, '/manage/usage')]) {
      const isMarked = await link.evaluate((element) => {
        // A synthetic click lets React render urgent updates once its handlers end.
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        return new Promise<boolean>((resolve) =>
          queueMicrotask(() => resolve(element.hasAttribute('data-opening'))),
        );
      });
      expect(isMarked).toBe(true);
      // A link that opens another tab leaves this page as it is.
      await visit(page, '/manage');
      await link.evaluate((element) =>
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })),
      );
      await expect(link).not.toHaveAttribute('data-opening');
    }
  });

  await test.step('a click marks its link immediately, while the page is loading', async () => {
    const release = await holdBack(page, 'routes/manage-usage');
    const tab = tabLink(page, '/manage/usage');
    await tab.click();
    await expect(tab).toHaveAttribute('data-opening');
    const releaseHelp = await holdBack(page, 'routes/help');
    await headerLink(page, '/help').click();
    await expect(headerLink(page, '/help')).toHaveAttribute('data-opening');
    await expect(tab).not.toHaveAttribute('data-opening');
    release();
    releaseHelp();
    await expect(headerLink(page, '/help')).toHaveAttribute('aria-current', 'page');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('a dialog keeps the focus it takes, and returns it on close', async () => {
    await visit(page, '/account');
    await page.getByRole('link', { name: 'Change name' }).click();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Change name' })).toBeFocused();
  });
});

test('a form’s next view at the same address takes the focus to its heading', async ({ page }) => {
  for (const path of ['/forgot-password', '/magic-link']) {
    await page.goto(path);
    await untilHydrated(page);
    await page.getByRole('textbox').fill('nobody@example.com');
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  }
});
