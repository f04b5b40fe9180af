import AxeBuilder from '@axe-core/playwright';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { test as base, expect } from './support/fixtures.ts';

/** An owner with an Online workspace, for every screen behind the sign-in. */
const test = base.extend<object, { owner: PortalClient }>({
  owner: [
    async ({ stack }, use) => {
      const client = new PortalClient(stack);
      await setUpOnline(client);
      await use(client);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const path of ['/login', '/register', '/magic-link', '/no-such-page']) {
    test(`${path} has no barrier that a machine can find, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    });
  }

  for (const path of [
    '/dashboard',
    '/manage',
    '/manage/status',
    '/account?dialog=password',
    '/account/members',
    '/account/activity',
  ]) {
    test(`${path} has no barrier that a machine can find, ${colorScheme}`, async ({ page, stack, owner }) => {
      const url = stack.portalUrl;
      await page.context().addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })));
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      // With all that can be opened open: what is hidden is not looked at.
      for (const summary of await page.locator('main summary').all()) await summary.click();
      if (path === '/manage') await page.locator('input[role=combobox]').click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    });
  }
}
