import { untilDrawn } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { watchLoads } from './support/layout-shifts.ts';
import { findMoved, rememberPlaces, setWidth } from './support/places.ts';
import { signInAs } from './support/sign-in.ts';

const visitorScreens = ['/login', '/register', '/forgot-password', '/consent'];
const screens = [
  // Complete, also when the workspace answers late: a part that arrives later has a skeleton of another height.
  '/dashboard?whole',
  '/manage',
  '/manage/status',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/export',
  '/manage/update',
  '/manage/billing',
  '/account',
  '/account/security',
  '/account/members',
  '/account/activity',
  '/account/tokens',
  '/account/change-plan',
  '/help',
];

const PHONE = 360;
const DESKTOP = 1280;

for (const [who, paths] of [
  ['a visitor', visitorScreens],
  ['an owner', screens],
] as const) {
  test(`nothing moves as a page’s scripts start, for ${who} at ${PHONE} and ${DESKTOP} px`, async ({
    page,
    onlineOwner,
  }) => {
    // Stores the reader's time zone, as before each sign-in.
    await page.goto('/login');
    if (who === 'an owner') await signInAs(page, onlineOwner);
    await setWidth(page, PHONE);
    const readMoved = await watchLoads(page);
    const startScripts = await holdScripts(page);
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const isRendered = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'));
      expect(await page.evaluate(isRendered), `${path} has started before it is painted`).toBe(false);
      await page.waitForLoadState('load');
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await untilDrawn(page);
      expect.soft(await readMoved(), `${path} while it loads`).toEqual([]);
      // The scripts start in the narrow window; in the wide one, what they changed is compared.
      await setWidth(page, DESKTOP);
      await rememberPlaces(page);
      await setWidth(page, PHONE);
      await readMoved();

      await startScripts();
      await page.waitForFunction(isRendered);
      await page.waitForLoadState('networkidle');
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect.soft(await readMoved(), `${path}, ${PHONE} px`).toEqual([]);
      await setWidth(page, DESKTOP);
      expect.soft(await findMoved(page), `${path}, ${DESKTOP} px`).toEqual([]);
      await setWidth(page, PHONE);
    }
  });
}
