import type { Page } from '@playwright/test';
import { accountMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { rename } from './support/rename.ts';
import { signInAs } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

const parts = {
  executions: { card: 'Recent executions', failed: 'Executions can’t be loaded right now.' },
  webhooks: { card: 'Held webhooks', failed: 'Held webhooks can’t be loaded right now.' },
  overview: { card: 'Workspace', failed: 'The workspace’s status can’t be loaded right now.' },
} as const;
type PartName = keyof typeof parts;

const cardOf = (page: Page, part: PartName) =>
  page.getByRole('region', { name: parts[part].card, exact: true });

type PartAnswer = { part: PartName; state: 'held' | 'failed' } | null;

declare global {
  interface Window {
    /** How the page's scripts get a part; null for the server's answer. */
    partAnswer: PartAnswer;
    releasePart: () => void;
  }
}

/**
 * Lets a test hold back or fail a part, in the page itself: a route of Playwright switches the cache off. A page whose overview
 * is asked for by itself comes without it, as when the workspace's object is slow.
 */
async function interceptParts(page: Page): Promise<(answer: PartAnswer) => Promise<void>> {
  await page.evaluate(() => {
    const { fetch } = window;
    window.partAnswer = null;
    window.fetch = async (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
      const { partAnswer: answer } = window;
      if (answer && pathname === `/dashboard/parts/${answer.part}`) {
        if (answer.state === 'failed') return new Response('', { status: 503 });
        const { promise, resolve } = Promise.withResolvers<void>();
        window.releasePart = resolve;
        await promise;
      }
      const response = await fetch(input, init);
      if (answer?.part !== 'overview' || searchParams.get('_data') !== 'routes/dashboard') return response;
      const data = { ...(await response.json()), overview: null, isLate: true };
      return new Response(JSON.stringify(data), { headers: response.headers });
    };
  });
  return (answer) =>
    page.evaluate((to) => {
      window.partAnswer = to;
    }, answer);
}

test('a slow part delays nothing else and moves nothing, and a failing one shows an error and a retry button', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  await page.goto('/help');
  const answerPart = await interceptParts(page);
  const names = Object.keys(parts) as PartName[];
  for (const part of names) {
    const others = names.filter((other) => other !== part);
    await test.step(`a slow ${part} delays nothing else, and causes no layout shift`, async () => {
      await answerPart({ part, state: 'held' });
      await visit(page, '/dashboard');
      await expect(cardOf(page, part).getByText('Loading…')).toBeVisible();
      for (const other of others) await expect(cardOf(page, other).getByText('Loading…')).toBeHidden();
      const shifts = await watchShifts(page);
      await page.evaluate(() => window.releasePart());
      await expect(cardOf(page, part).getByText('Loading…')).toBeHidden();
      expect(await shifts()).toBeLessThan(0.01);
    });
    await visit(page, '/help');
    await test.step(`a failing ${part} shows an error and a retry button`, async () => {
      await answerPart({ part, state: 'failed' });
      await visit(page, '/dashboard');
      await expect(cardOf(page, part).getByText(parts[part].failed)).toBeVisible();
      for (const other of others)
        await expect(cardOf(page, other).getByText(parts[other].failed)).toBeHidden();
      await answerPart(null);
      await cardOf(page, part).getByRole('button', { name: 'Try again' }).click();
      await expect(cardOf(page, part).getByText(parts[part].failed)).toBeHidden();
      await expect(cardOf(page, part).getByText('Loading…')).toBeHidden();
    });
    await visit(page, '/help');
  }
  await test.step('a dashboard that opens as a document shows a slow part and a failing one in the same way', async () => {
    const released = Promise.withResolvers<void>();
    await page.route('**/dashboard/parts/executions', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.route('**/dashboard/parts/webhooks', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto('/dashboard');
    const [executions, webhooks] = [cardOf(page, 'executions'), cardOf(page, 'webhooks')];
    await expect(webhooks.getByText(parts.webhooks.failed)).toBeVisible();
    await expect(executions.getByText('Loading…')).toBeVisible();
    await expect(cardOf(page, 'overview').getByText('Loading…')).toBeHidden();
    const shifts = await watchShifts(page);
    released.resolve();
    await expect(executions.getByText('Loading…')).toBeHidden();
    expect(await shifts()).toBeLessThan(0.01);
    await webhooks.getByRole('button', { name: 'Try again' }).click();
    await expect(webhooks.getByText(parts.webhooks.failed)).toBeHidden();
    await expect(webhooks.getByText('Loading…')).toBeHidden();
  });
});

test('parts are as high as their placeholders, on a phone and a laptop', async ({ page, onlineOwner }) => {
  await signInAs(page, onlineOwner);
  const row = { at: Date.now(), workflowName: 'Copy every new order to the warehouse', trigger: 'webhook' };
  let rowCount = 0;
  let isLive = true;
  let waiting = 0;
  await page.route('**/dashboard/parts/*', (route) => {
    const rows = Array.from({ length: rowCount }, (_, index) => ({ ...row, id: `${index}` }));
    const webhooks = { waiting, failed: 0, isPaused: false, oldestAt: waiting > 0 ? Date.now() : null };
    const value = route.request().url().endsWith('executions') ? { rows, isLive } : webhooks;
    return route.fulfill({ json: { value } });
  });
  await page.goto('/help');
  for ([rowCount, isLive, waiting] of [
    [0, true, 0],
    [2, false, 3],
    [5, true, 0],
    [5, false, 0],
  ] as const) {
    await visit(page, '/dashboard');
    await expect(page.getByText('Loading…')).toHaveCount(0);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const part of ['.recent', '.waiting']) {
        const [height, placeholder] = await page.locator(part).evaluate((element) => {
          return [element.clientHeight, Number.parseFloat(getComputedStyle(element).minHeight)];
        });
        expect(height, `${part}, ${rowCount} rows, ${waiting} waiting, ${width} px`).toBe(placeholder);
      }
    }
    await visit(page, '/help');
  }
});

test('the chart shows a day’s figure to pointer and keyboard, and the address is copied by its button', async ({
  page,
  onlineOwner,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  const picker = page.getByRole('slider', { name: 'Day of the month' });
  await tabTo(page, picker);
  await expect(picker).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: \d+ so far$/);
  const figure = (await picker.getAttribute('aria-valuetext')) ?? '';
  await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(picker).toHaveAttribute('aria-valuetext', /^1 /);

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

test('a long or foreign name fits from 360 to 1920 px, in both themes', async ({
  page,
  onlineOwner,
  database,
}) => {
  await signInAs(page, onlineOwner);
  const menu = page.locator('#account-menu');
  let former: string | undefined;
  for (const name of names) {
    await test.step(name, async () => {
      const replaced = await rename(database, onlineOwner, name);
      former ??= replaced;
      await page.goto('/dashboard');
      await expect(accountMenu(page)).toContainText(name);
      await expect(cardOf(page, 'executions').getByText('Loading…')).toBeHidden();
      await accountMenu(page).click();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1000 });
        await expect(menu).toBeVisible();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { overflow, left, right } = await menu.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const overflow = document.documentElement.scrollWidth - window.innerWidth;
            return { overflow, left: box.left, right: box.right };
          });
          expect(overflow, `${width} px, ${colorScheme}`).toBeLessThanOrEqual(0);
          expect(left, `${width} px`).toBeGreaterThanOrEqual(0);
          expect(right, `${width} px`).toBeLessThanOrEqual(width);
        }
      }
    });
  }
  if (former !== undefined) await rename(database, onlineOwner, former);
});
