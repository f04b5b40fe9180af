import { PortalClient } from '../support/portal-client.ts';
import { axeFor } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const phone = { width: 360, height: 740 };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const javaScriptEnabled of [true, false]) {
    const title = `on a phone, an email registered on a laptop is confirmed with a password, ${colorScheme}`;
    test(`${title}, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ browser, stack }) => {
      const laptop = new PortalClient(stack);
      const { fields } = await laptop.register();
      const token = await laptop.confirmationToken(fields.email);
      const context = await browser.newContext({
        ...{ baseURL: stack.portalUrl, viewport: phone, colorScheme, javaScriptEnabled },
      });
      const page = await context.newPage();
      await page.goto(`/confirm-email?token=${token}`);
      await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
      await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
      if (javaScriptEnabled) {
        // No content is wider than the phone.
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(phone.width);
        expect((await axeFor(page).analyze()).violations).toEqual([]);
      }
      await page.screenshot({ path: test.info().outputPath('page.png'), fullPage: true });

      await page.getByLabel('Full name').fill('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill('Grace Hopper 1');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByText('too similar to your details').first()).toBeVisible();
      await expect(page.getByLabel('Full name')).toHaveValue('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill('staple battery');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible();
      await context.close();

      const { response } = await laptop.follow('/confirm-email');
      expect(await response.text()).toContain('If you confirmed your email in another browser');
    });
  }
}
