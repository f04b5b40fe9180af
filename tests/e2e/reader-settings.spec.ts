import type { Page } from '@playwright/test';
import { accountMenu } from './support/account-menu.ts';
import { COLOR_RULES, runAxe } from './support/axe.ts';
import { expectNoBarrier, openAll } from './support/barriers.ts';
import { expect, test } from './support/fixtures.ts';
import { rename } from './support/rename.ts';
import { signInAs } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

test.use({ isPageIdleBusy: true });

/** A right-to-left name, longer than layouts expect. */
const NAME = 'عبد الرحمن بن محمد بن عبد الله المنصوري الخوارزمي';

const screens = [
  '/dashboard',
  '/manage',
  '/manage/status',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/export',
  '/manage/update',
  '/account',
  '/account/security',
  '/account/members',
  '/account/activity',
  '/account/tokens',
  '/account/change-plan',
  '/help',
];

/** @returns the HTML of the form controls that have no edge. */
const edgelessControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .button, main select, main input:not([type=range], [type=hidden])')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const box = control.closest('.input-box') ?? control;
        const { borderTopWidth, borderTopStyle, appearance } = getComputedStyle(box);
        return appearance === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px');
      })
      .map((control) => control.outerHTML),
  );

/** @returns the keyframes of the running animations. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .flatMap((animation) => (animation.effect as KeyframeEffect | null)?.getKeyframes() ?? []),
  );

/** @returns the HTML of the blocks that run from right to left: the page itself never does. */
const turnedBlocks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, p, dl, ul, ol, li)')]
      .filter((block) => getComputedStyle(block).direction !== 'ltr')
      .map((block) => block.outerHTML),
  );

test('no screen has a barrier, also at 400 %, with reduced motion, in forced colors, and with a right-to-left name', async ({
  page,
  onlineOwner,
  database,
}) => {
  const former = await rename(database, onlineOwner, NAME);
  await signInAs(page, onlineOwner);
  await page.goto('/account/confirm-access');
  for (const path of screens) {
    await test.step(`${path} at 400 % does not scroll sideways, and the account menu fits`, async () => {
      // 1280 pixels at 400 % (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 256 });
      await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' });
      await visit(page, path);
      await expect(page).toHaveURL(path);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await accountMenu(page).click();
      const box = await page.locator('#account-menu').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
      await page.keyboard.press('Escape');
    });
    await test.step(`on ${path} with reduced motion nothing moves or fades`, async () => {
      expect(await movements(page)).toEqual([]);
    });
    await test.step(`on ${path} a right-to-left name does not reorder the words around it`, async () => {
      expect(await turnedBlocks(page)).toEqual([]);
    });
    await test.step(`${path} does not scroll sideways with everything open`, async () => {
      await openAll(page);
      if (path === '/manage') await page.locator('input[role=combobox]').click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
    await test.step(`${path} with text of 200 % on a phone neither scrolls sideways nor cuts a control off`, async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      const beyond = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        const { scrollWidth } = document.documentElement;
        const cut = [...document.querySelectorAll('main .button')]
          .filter((control) => control.checkVisibility() && !control.closest('[tabindex="0"]'))
          .filter((control) => control.getBoundingClientRect().right > innerWidth)
          .map((control) => control.outerHTML);
        document.documentElement.style.fontSize = '';
        return { scrollWidth, cut };
      });
      expect(beyond).toEqual({ scrollWidth: 360, cut: [] });
    });
    await page.setViewportSize({ width: 1280, height: 720 });
    await test.step(`${path} has no barrier that axe can find`, () => expectNoBarrier(page));
    await test.step(`on ${path} in forced colors every control keeps its edge, without a barrier`, async () => {
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      expect(await edgelessControls(page)).toEqual([]);
      // Other rules than those of colors have the same result as above.
      expect((await runAxe(page, { rules: COLOR_RULES })).violations).toEqual([]);
    });
  }
  await rename(database, onlineOwner, former);
});
