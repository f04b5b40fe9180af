import type { Page, Route } from '@playwright/test';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { signInAs } from './support/billing.ts';
import { test as base, expect } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { watchShifts } from './support/layout-shifts.ts';

const test = base.extend<object, { owner: PortalClient }>({
  owner: [
    async ({ stack }, use) => {
      const client = new PortalClient(stack);
      await setUpOnline(client);
      await use(client);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const parts = {
  executions: { card: 'Recent executions', failed: 'Executions can’t be loaded right now.' },
  webhooks: { card: 'Held webhooks', failed: 'Held webhooks can’t be loaded right now.' },
  overview: { card: 'Workspace', failed: 'The workspace’s status can’t be loaded right now.' },
} as const;
type PartName = keyof typeof parts;

const cardOf = (page: Page, part: PartName) =>
  page.getByRole('region', { name: parts[part].card, exact: true });

/** Comes to the dashboard by a click on a page whose answer leaves the status out, as when the workspace's object is slow. */
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
  test(`a slow ${part} delays nothing else, and causes no layout shift`, async ({ page, owner }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/dashboard/parts/${part}`, async (route) => {
      await released;
      await route.continue();
    });
    await signInAs(page, owner);
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

  test(`a failing ${part} shows an error and a retry button`, async ({ page, owner }) => {
    const fail = (route: Route) => route.fulfill({ status: 503, body: '' });
    await page.route(`**/dashboard/parts/${part}`, fail);
    await signInAs(page, owner);
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

test('the chart shows a day’s figure to pointer and keyboard', async ({ page, owner }) => {
  await signInAs(page, owner);
  await page.goto('/dashboard');
  const picker = page.getByRole('slider', { name: 'Day of the month' });
  await tabTo(page, picker);
  await expect(picker).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: \d+ so far$/);
  await expect(page.locator('.chart__value')).not.toBeEmpty();
  await page.keyboard.press('Home');
  await expect(picker).toHaveAttribute('aria-valuetext', /^1 /);
});

test('the address is copied by its button', async ({ page, owner, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, owner);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Copied.')).toBeAttached();
  const host = await page.locator('.workspace__address dd bdi').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(host);
});

/** Names that no layout expects, with a figure of nine digits. */
const names = [
  'w'.repeat(25).concat(' ', 'w'.repeat(25)),
  'عبد الرحمن المنصوري',
  '東京タワー 太郎',
  '👩🏽‍💻🧵🚀 Ada',
];

for (const width of [360, 768, 1280, 1920]) {
  test(`long and foreign names fit at ${width} px, in both themes`, async ({ page, owner, stack }) => {
    await page.setViewportSize({ width, height: 1000 });
    await signInAs(page, owner);
    const database = openTestDatabase(stack.databaseUrl);
    const { user } = (await (await owner.get('/api/auth/me')).json()) as { user: { id: string } };
    for (const [index, name] of names.entries()) {
      await database.execute({ sql: 'UPDATE users SET name = ? WHERE id = ?', args: [name, user.id] });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto('/dashboard');
        await expect(cardOf(page, 'executions').getByText('Loading…')).toBeHidden();
        await page.getByRole('button', { name: /^Account menu/ }).click();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
        const { x, width: menuWidth } = (await page.locator('#account-menu').boundingBox()) ?? {
          x: -1,
          width: 0,
        };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + menuWidth).toBeLessThanOrEqual(width);
        await page.screenshot({ path: test.info().outputPath(`${index}-${colorScheme}.png`) });
      }
    }
    database.close();
  });
}
