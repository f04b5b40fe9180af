import { expect, test } from './support/fixtures.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { signInWithoutWorkspace } from './support/sign-in.ts';

test('keeps the search and counts the apps ticked while the scripts loaded', async ({ page, stack }) => {
  await signInWithoutWorkspace(page, stack, 'apps');
  const startScripts = await holdScripts(page);
  await page.goto('/account/setup');
  await page.getByRole('checkbox', { name: 'Slack' }).check();
  await expect(page.getByText('None chosen yet')).toBeVisible();
  const search = page.getByLabel('Search apps');
  await search.fill('slac');
  await startScripts();
  await expect(page.getByText('1 app chosen')).toBeVisible();
  await expect(search).toHaveValue('slac');
  await expect(page.getByRole('checkbox', { name: 'HTTP Request' })).toBeHidden();
});
