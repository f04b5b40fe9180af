import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, expect } from '@playwright/test';
import { readArguments, refuseArguments } from '#scripts/command-line.ts';
import { browserOptions } from '#scripts/screens/browser.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';
import { galleryPage } from './gallery.ts';
import { drawPairs, hasPair } from './pairs.ts';
import { makePeople } from './people.ts';
import { type Screen, schemes, screens, widths } from './screens.ts';

const folder = '.reports/screens';
const USAGE = `npm run screens                      draws every screen in every state, light and dark, at each width, into ${folder}
npm run screens -- NAME ...          the screens whose names start with one of these
npm run screens -- --widths 360,1280 at some of the widths ${widths.join(', ')}
npm run screens -- --readme          the README's pictures, into docs/images
npm run screens -- --before FOLDER   pairs with an earlier gallery, into docs/images/before-after
npm run screens -- --pairs           the later half of the existing pairs`;
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    widths: { type: 'string' },
    before: { type: 'string' },
    readme: { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
  },
});
/** Height of the window, CSS pixels. */
const HEIGHT = 800;
const chosen = screens.filter(
  ({ name, readme }) =>
    (positionals.length === 0 || positionals.some((start) => name.startsWith(start))) &&
    (!values.readme || readme !== undefined) &&
    (!values.pairs || hasPair(name)),
);
const wanted = values.widths?.split(',') ?? widths.map(String);
const drawnWidths = widths.filter((width) => wanted.includes(String(width)));
const unknown = positionals.find((start) => !screens.some(({ name }) => name.startsWith(start)));
if (unknown !== undefined) refuseArguments(`No screen’s name starts with ${unknown}.`, USAGE);
if (drawnWidths.length < wanted.length) refuseArguments(`A screen cannot be ${values.widths} wide.`, USAGE);

const stack = await startTestStack();
const database = openTestDatabase(stack.databaseUrl);
const browser = await chromium.launch(browserOptions);
try {
  const people = await makePeople(stack, database);
  for (const screen of chosen) {
    if (values.readme) await drawForReadme(browser, screen, people[screen.as]);
    else await drawAll(browser, screen, people[screen.as]);
    console.info(screen.name);
  }
  if (!values.readme) writeFileSync(`${folder}/index.html`, galleryPage(chosen, drawnWidths));
  const { before, pairs } = values;
  if (before !== undefined || pairs) {
    const names = chosen
      .map(({ name }) => name)
      .filter((name) => before === undefined || existsSync(`${before}/${name}`));
    await drawPairs(browser, names, { before, after: folder });
  }
} finally {
  await browser.close();
  database.close();
  await stack.stop();
}

async function drawAll(by: Browser, screen: Screen, person: PortalClient): Promise<void> {
  mkdirSync(`${folder}/${screen.name}`, { recursive: true });
  const fileOf = (scheme: string, width: number) => `${folder}/${screen.name}/${scheme}-${width}.png`;
  for (const scheme of schemes) {
    if (screen.act) {
      for (const width of drawnWidths) {
        const page = await open(by, screen, person, scheme, width);
        await screen.act(page, { person, database });
        await page.screenshot({ path: fileOf(scheme, width) });
        await page.context().close();
      }
      continue;
    }
    const page = await open(by, screen, person, scheme);
    for (const width of drawnWidths) {
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
async function drawForReadme(by: Browser, screen: Screen, person: PortalClient): Promise<void> {
  const page = await open(by, screen, person, 'light');
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await page.screenshot({ path: `docs/images/${screen.readme}.png` });
  await page.context().close();
}

/** Opens a screen and waits until it has settled: font loaded, script running, no animation. */
async function open(
  by: Browser,
  { path, isAsked, follow }: Screen,
  person: PortalClient,
  scheme: 'light' | 'dark',
  width = 1280,
) {
  const context = await by.newContext({
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
