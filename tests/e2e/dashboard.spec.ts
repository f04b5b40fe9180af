import type { Page, Route } from '@playwright/test';
import { accountMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { rename } from './support/rename.ts';
import { signInAs } from './support/sign-in.ts';

const parts = {
  executions: { card: 'Recent executions', failed: 'Executions can’t be loaded right now.' },
  webhooks: { card: 'Held webhooks', failed: 'Held webhooks can’t be loaded right now.' },
  overview: { card: 'Workspace', failed: 'The workspace’s status can’t be loaded right now.' },
} as const;
type PartName = keyof typeof parts;

const cardOf = (page: Page, part: PartName) =>
  page.getByRole('region', { name: parts[part].card, exact: true });

/** Reaches the dashboard by a click whose response lacks the status, as when the workspace's object is slow. */
async function arriveWithoutStatus(page: Page): Promise<void> {
  await page.route(
    (url) => url.searchParams.get('_data') === 'routes/dashboard',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), overview: null, isLate: true } });
    },
  );
  await page.goto('/help');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
}

for (const part of Object.keys(parts) as PartName[]) {
  test(`a slow ${part} delays nothing else, and causes no layout shift`, async ({ page, onlineOwner }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/dashboard/parts/${part}`, async (route) => {
      await released;
      await route.continue();
    });
    await signInAs(page, onlineOwner);
    if (part === 'overview') await arriveWithoutStatus(page);
    else await page.goto('/dashboard');
    await expect(cardOf(page, part).getByText('Loading…')).toBeVisible();
    for (const other of Object.keys(parts) as PartName[]) {
      if (other !== part) await expect(cardOf(page, other).getByText('Loading…')).toBeHidden();
    }
    const shifts = await watchShifts(page);
    release();
    await expect(cardOf(page, part).getByText('Loading…')).toBeHidden();
    expect(await shifts()).toBeLessThan(0.01);
  });

  test(`a failing ${part} shows an error and a retry button`, async ({ page, onlineOwner }) => {
    const fail = (route: Route) => route.fulfill({ status: 503, body: '' });
    await page.route(`**/dashboard/parts/${part}`, fail);
    await signInAs(page, onlineOwner);
    if (part === 'overview') await arriveWithoutStatus(page);
    else await page.goto('/dashboard');
    await expect(cardOf(page, part).getByText(parts[part].failed)).toBeVisible();
    for (const other of Object.keys(parts) as PartName[]) {
      if (other !== part) await expect(cardOf(page, other).getByText(parts[other].failed)).toBeHidden();
    }
    await page.unroute(`**/dashboard/parts/${part}`, fail);
    await cardOf(page, part).getByRole('button', { name: 'Try again' }).click();
    await expect(cardOf(page, part).getByText(parts[part].failed)).toBeHidden();
    await expect(cardOf(page, part).getByText('Loading…')).toBeHidden();
  });
}

test('the chart shows a day’s figure to pointer and keyboard', async ({ page, onlineOwner }) => {
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  const picker = page.getByRole('slider', { name: 'Day of the month' });
  await tabTo(page, picker);
  await expect(picker).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: \d+ so far$/);
  const figure = (await picker.getAttribute('aria-valuetext')) ?? '';
  await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(picker).toHaveAttribute('aria-valuetext', /^1 /);
});

test('the address is copied by its button', async ({ page, onlineOwner, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Copied.')).toBeAttached();
  const host = await page.locator('.workspace__address dd bdi').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(host);
});

/** Names longer than layouts expect, with a nine-digit figure. */
const names = [
  'w'.repeat(25).concat(' ', 'w'.repeat(25)),
  'عبد الرحمن المنصوري',
  '東京タワー 太郎',
  '👩🏽‍💻🧵🚀 Ada',
];
const widths = [360, 768, 1280, 1920];

for (const name of names) {
  test(`a long or foreign name fits from 360 to 1920 px, in both themes: ${name}`, async ({
    page,
    onlineOwner,
    database,
  }) => {
    const former = await rename(database, onlineOwner, name);
    await signInAs(page, onlineOwner);
    await page.goto('/dashboard');
    await expect(cardOf(page, 'executions').getByText('Loading…')).toBeHidden();
    const menu = page.locator('#account-menu');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      await accountMenu(page).click();
      await expect(menu).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${width} px, ${colorScheme}`).toBeLessThanOrEqual(0);
        const { x, width: menuWidth } = (await menu.boundingBox()) ?? { x: -1, width: 0 };
        expect(x, `${width} px`).toBeGreaterThanOrEqual(0);
        expect(x + menuWidth, `${width} px`).toBeLessThanOrEqual(width);
      }
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
    await rename(database, onlineOwner, former);
  });
}
