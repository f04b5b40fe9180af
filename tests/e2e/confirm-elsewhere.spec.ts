import type { Page } from '@playwright/test';
import { PortalClient } from '../support/portal-client.ts';
import { COLOR_RULES, runAxe } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated } from './support/visit.ts';

const phone = { width: 360, height: 740 };

/** In both themes: axe finds nothing, and no content is wider than the phone. */
async function expectFitsPhone(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, colorScheme).toBeLessThanOrEqual(phone.width);
    const scope = colorScheme === 'dark' ? { rules: COLOR_RULES } : {};
    expect((await runAxe(page, scope)).violations, colorScheme).toEqual([]);
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('on a phone, an email registered on a laptop is confirmed with a password', async ({
      page,
      stack,
    }) => {
      const laptop = new PortalClient(stack);
      const { fields } = await laptop.register();
      const token = await laptop.confirmationToken(fields.email);
      await page.setViewportSize(phone);
      await page.goto(`/confirm-email?token=${token}`);
      await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
      await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
      if (javaScriptEnabled) await expectFitsPhone(page);

      await page.getByLabel('Full name').fill('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill('Grace Hopper 1');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByText('too similar to your details').first()).toBeVisible();
      await expect(page.getByLabel('Full name')).toHaveValue('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill('staple battery');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible();

      const { response } = await laptop.follow('/confirm-email');
      expect(await response.text()).toContain('If you confirmed your email in another browser');
    });
  });
}

test('the tab that waits for the confirmation goes on once its person comes back to it', async ({
  page,
  stack,
}) => {
  const client = new PortalClient(stack);
  const { fields } = await client.register();
  await signInAs(page, client);
  await page.goto('/confirm-email');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await untilHydrated(page);
  await client.confirm(await client.confirmationToken(fields.email));
  // Playwright's pages are always visible, so the test sends the event itself.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible();
});
