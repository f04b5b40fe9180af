import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, expect } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { browserOptions } from '#scripts/screens/browser.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';
import { acts } from './acts.ts';
import { galleryPage } from './gallery.ts';
import { drawPairs } from './pairs.ts';
import { makePeople } from './people.ts';
import { GALLERY_FOLDER, type Screen, schemes } from './screens.ts';

/** Height of the window, CSS pixels. */
const HEIGHT = 800;

/** The stack, its database and the browser of a gallery. */
interface Studio {
  stack: Stack;
  database: ReturnType<typeof openTestDatabase>;
  browser: Browser;
}

/**
 * Draws screens on a stack of their own, into a gallery or for the README.
 * @param widths of the gallery's pictures, CSS pixels.
 * @param into `readme`: into docs/images. `before`, `pairs`: also pairs with an earlier gallery (`drawPairs`).
 */
export async function drawScreens(
  chosen: readonly Screen[],
  widths: readonly number[],
  { readme, before, pairs }: { readme: boolean; before?: string | undefined; pairs: boolean },
): Promise<void> {
  const stack = await startTestStack();
  const database = openTestDatabase(stack.databaseUrl);
  const browser = await chromium.launch(browserOptions);
  const studio = { stack, database, browser };
  try {
    const people = await makePeople(stack, database);
    for (const screen of chosen) {
      if (readme) await drawForReadme(studio, screen, people[screen.as]);
      else await drawAll(studio, screen, people[screen.as], widths);
      console.info(screen.name);
    }
    if (!readme) writeFileSync(`${GALLERY_FOLDER}/index.html`, galleryPage(chosen, widths));
    if (before !== undefined || pairs) {
      const names = chosen
        .map(({ name }) => name)
        .filter((name) => before === undefined || existsSync(`${before}/${name}`));
      await drawPairs(browser, names, { before, after: GALLERY_FOLDER });
    }
  } finally {
    await browser.close();
    database.close();
    await stack.stop();
  }
}

async function drawAll(
  studio: Studio,
  screen: Screen,
  person: PortalClient,
  widths: readonly number[],
): Promise<void> {
  mkdirSync(`${GALLERY_FOLDER}/${screen.name}`, { recursive: true });
  const fileOf = (scheme: string, width: number) => `${GALLERY_FOLDER}/${screen.name}/${scheme}-${width}.png`;
  for (const scheme of schemes) {
    if (screen.act) {
      for (const width of widths) {
        const page = await open(studio, screen, person, scheme, width);
        await acts[screen.act](page, { person, database: studio.database });
        await page.screenshot({ path: fileOf(scheme, width) });
        await page.context().close();
      }
      continue;
    }
    const page = await open(studio, screen, person, scheme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      // Two frames: the layout for this width has been drawn.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      // A dialog covers the window, not the page.
      const fullPage = (await page.locator('dialog[open]').count()) === 0;
      await page.screenshot({ path: fileOf(scheme, width), fullPage });
    }
    await page.context().close();
  }
}

/** Draws a screen at the README's size. */
async function drawForReadme(studio: Studio, screen: Screen, person: PortalClient): Promise<void> {
  const page = await open(studio, screen, person, 'light');
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await page.screenshot({ path: `docs/images/${screen.readme}.png` });
  await page.context().close();
}

/** Opens a screen and waits until it has settled: font loaded, script running, no animation. */
async function open(
  { browser, stack }: Studio,
  { path, isAsked, follow }: Screen,
  person: PortalClient,
  scheme: 'light' | 'dark',
  width = 1280,
) {
  const context = await browser.newContext({
    baseURL: stack.portalUrl,
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  });
  // A notice is of what the person did before: only an act shows its own.
  const cookies = [...person.cookies].filter(([name]) => name !== 'notice');
  const answered = isAsked === true ? [] : [['consent', 'denied'] as const];
  await context.addCookies(
    [...cookies, ...answered].map(([name, value]) => ({ name, value, url: stack.portalUrl })),
  );
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'load' });
  if (follow) {
    const link = page.getByRole('link', { name: follow, exact: true }).first();
    await page.goto((await link.getAttribute('href')) ?? path, { waitUntil: 'load' });
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // Parts that the page loads separately.
  await expect(page.getByText('Loading…')).toHaveCount(0, { timeout: 30_000 });
  return page;
}
