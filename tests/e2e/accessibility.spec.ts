import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/fixtures.ts';

for (const path of ['/login', '/register', '/no-such-page']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} has no barrier that a machine can find, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    });
  }
}
