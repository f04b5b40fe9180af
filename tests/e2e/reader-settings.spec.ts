import type { Page } from '@playwright/test';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { axeFor } from './support/axe.ts';
import { signInAs } from './support/billing.ts';
import { test as base, expect } from './support/fixtures.ts';

/** Written from right to left, and wider than any layout expects. */
const NAME = 'عبد الرحمن بن محمد بن عبد الله المنصوري الخوارزمي';

const test = base.extend<object, { owner: PortalClient }>({
  owner: [
    async ({ stack }, use) => {
      const client = new PortalClient(stack);
      const { email } = await setUpOnline(client);
      const database = openTestDatabase(stack.databaseUrl);
      await database.execute({ sql: 'UPDATE users SET name = ? WHERE email = ?', args: [NAME, email] });
      database.close();
      await use(client);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const screens = [
  ...['/dashboard', '/manage', '/manage/status', '/manage/usage', '/manage/webhooks', '/manage/export'],
  ...['/manage/update', '/account', '/account/security', '/account/members', '/account/activity'],
  ...['/account/tokens', '/account/change-plan', '/help'],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

test('at 400 % no screen scrolls sideways, and the account menu fits', async ({ page, owner }) => {
  // 1280 pixels at 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  await signInAs(page, owner);
  for (const path of screens) {
    await open(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  await page.getByRole('button', { name: /^Account menu/ }).click();
  const box = await page.locator('#account-menu').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('in forced colours every control keeps its edge, without a barrier', async ({ page, owner }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, owner);
  for (const path of screens) {
    await open(page, path);
    const edgeless = await page.evaluate(() =>
      [...document.querySelectorAll('main .button, main select, main input:not([type=range], [type=hidden])')]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const box = control.closest('.input-box') ?? control;
          const { borderTopWidth, borderTopStyle, appearance } = getComputedStyle(box);
          return appearance === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px');
        })
        .map((control) => control.outerHTML),
    );
    expect(edgeless, path).toEqual([]);
    expect((await axeFor(page).analyze()).violations, path).toEqual([]);
  }
});

test('with reduced motion nothing moves', async ({ page, owner }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(page, owner);
  for (const path of screens) {
    await open(page, path);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.playState === 'running')
        .flatMap((animation) => (animation.effect as KeyframeEffect | null)?.getKeyframes() ?? [])
        .filter((frame) =>
          ['transform', 'translate', 'rotate', 'scale'].some((property) => property in frame),
        ),
    );
    expect(moving, path).toEqual([]);
  }
});

test('a name from right to left turns no words around it', async ({ page, owner }) => {
  await signInAs(page, owner);
  for (const path of ['/dashboard', '/account', '/account/members', '/account/activity']) {
    await open(page, path);
    // The page reads from left to right, whatever name it shows.
    const turned = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, p, dl, ul, ol, li)')]
        .filter((block) => getComputedStyle(block).direction !== 'ltr')
        .map((block) => block.outerHTML),
    );
    expect(turned, path).toEqual([]);
  }
});
