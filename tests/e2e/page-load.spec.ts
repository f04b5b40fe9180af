import { untilDrawn } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { watchLoads } from './support/layout-shifts.ts';
import { findMoved, rememberPlaces, setWidth } from './support/places.ts';
import { signInAs, signInWithoutWorkspace } from './support/sign-in.ts';

const visitorScreens = ['/login', '/register', '/forgot-password', '/magic-link', '/consent'];
const screens = [
  // Complete, also when the workspace answers late: a part that arrives later has a skeleton of another height.
  '/dashboard?whole',
  '/manage',
  '/manage/status',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/export',
  '/manage/export/upload',
  '/manage/export/credentials',
  '/manage/update',
  '/manage/billing',
  '/account',
  '/account/security',
  '/account/security?add=passkey',
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
  ['a newcomer', ['/account/setup']],
] as const) {
  test(`nothing moves as a page’s scripts start, for ${who} at ${PHONE} and ${DESKTOP} px`, async ({
    page,
    stack,
    onlineOwner,
  }) => {
    // Stores the reader's time zone, as before each sign-in. The script of /login may run after the page has loaded.
    await page.goto('/login');
    const readCookies = async () => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(readCookies).toContain('timezone');
    if (who === 'an owner') await signInAs(page, onlineOwner);
    if (who === 'a newcomer') await signInWithoutWorkspace(page, stack, 'survey');
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
      // The scripts start in the narrow window; in both, what they changed is compared.
      await setWidth(page, DESKTOP);
      await rememberPlaces(page);
      await setWidth(page, PHONE);
      await rememberPlaces(page);
      await readMoved();

      await startScripts();
      await page.waitForFunction(isRendered);
      await page.waitForLoadState('networkidle');
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect.soft(await readMoved(), `${path}, ${PHONE} px`).toEqual([]);
      expect.soft(await findMoved(page), `${path}, ${PHONE} px, at its end`).toEqual([]);
      await setWidth(page, DESKTOP);
      expect.soft(await findMoved(page), `${path}, ${DESKTOP} px`).toEqual([]);
      await setWidth(page, PHONE);
    }
  });
}
