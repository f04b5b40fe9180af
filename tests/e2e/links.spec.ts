import type { Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { setUpOwner } from '../support/people.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { untilDrawn } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated, visit } from './support/visit.ts';

/** Portal URLs that a page links to, except files and links that open another tab. */
const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]:not([target]):not([download])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

const isFile = (href: string) => /\/download$|\.json$|\.csv(?:\?|$)/.test(href);

/** Follows a link like a click, which loads no document for client-side navigation. */
async function follow(page: Page, href: string): Promise<void> {
  // The page is already idle before the click, so only a new URL proves the navigation.
  const left = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await page
    .locator(`a[href=${JSON.stringify(href)}]`)
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await left;
  await page.waitForLoadState('networkidle');
  await untilDrawn(page);
}

/**
 * Follows every link from page to page, each page once. Most links are on every page, so that the next one is usually followed
 * from the page that the last one opened.
 *
 * @returns the pages.
 */
async function followAll(page: Page, start: string): Promise<string[]> {
  const pathOf = (href: string) => new URL(href, page.url()).pathname;
  await page.goto(start);
  await untilHydrated(page);
  const seen = new Set([pathOf(start)]);
  const isNew = (href: string) => !isFile(href) && !seen.has(pathOf(href));
  const opened = [{ source: start, links: await linksOf(page) }];
  for (let current = opened.at(-1); current !== undefined; ) {
    const { source, links } = current;
    const href = links.find(isNew);
    if (href === undefined) {
      // Back to the last page with a link that nothing has followed yet.
      current = opened.findLast((one) => one.links.some(isNew));
      if (current) await visit(page, current.source);
      continue;
    }
    seen.add(pathOf(href));
    await follow(page, href);
    await expect(page.getByText(/Reference: /), `${source} leads to ${href}`).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), `${source} leads to ${href}`).toBeVisible();
    current = { source: href, links: await linksOf(page) };
    opened.push(current);
  }
  return [...seen];
}

test('every portal link opens a page on click, for a visitor', async ({ page }) => {
  const pages = await followAll(page, '/login');
  expect(pages).toEqual(
    expect.arrayContaining(['/register', '/forgot-password', '/magic-link', '/api/docs']),
  );
});

test('every portal link opens a page on click, for a signed-in person', async ({ page, stack }) => {
  const database = openTestDatabase(stack.databaseUrl);
  const owner = await setUpOwner(stack, database);
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  database.close();
  await signInAs(page, owner.client);
  const pages = await followAll(page, '/dashboard');
  expect(pages).toEqual(
    expect.arrayContaining([
      '/manage/billing',
      '/account/tokens',
      '/help',
      '/account/change-plan',
      '/consent',
    ]),
  );
});
