import type { Page } from '@playwright/test';
import { call } from '../support/api-calls.ts';
import { goInside } from '../support/backup-calls.ts';
import { expect, test } from './support/fixtures.ts';
import { hurry, hurryToStatus } from './support/hurry.ts';
import { signInOnline } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';

/** Asserts that nothing is wider than a phone, or than a desktop. */
async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrolled).toBeLessThanOrEqual(width);
  }
}

test('a version that breaks an active workflow is not used, and its report names the node', async ({
  page,
  stack,
}) => {
  const { client, accountName } = await signInOnline(page, stack);
  const inside = await goInside(client, accountName);
  await inside.createWorkflow('Daily report');
  await inside.createWorkflow('Old invoices', 'n8n-nodes-base.functionItem');
  await page.goto('/manage');
  await page.getByLabel('n8n version').selectOption('2.41.3');
  const name = page.getByRole('textbox', { name: `Type ${accountName} to confirm` });
  if (await name.isVisible()) await name.fill(accountName);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your workspace keeps running 2.40.7 in the meantime.')).toBeVisible();
  // The page shows the report without a reload.
  const broken = page.getByText('2.41.3 would break your workflows');
  await hurry(client, accountName, () => expect(broken).toBeVisible());
  await expect(page.getByText('Old invoices, node “Step”')).toBeVisible();
  await expect(page.getByText('1 of 2 workflows.')).toBeVisible();
  await expectNoOverflow(page);
  expect((await hurryToStatus(client, accountName, 1)).version.name).toBe('2.40.7');
});

test('an update that fails reverts automatically, and the page says why', async ({ page, stack }) => {
  const { client, accountName } = await signInOnline(page, stack);
  await (await goInside(client, accountName)).createWorkflow('Fragile', 'n8n-nodes-base.crashesAfterUpdate');
  await page.goto('/manage/update');
  await call(client, 'PUT', '/instance/configuration', { version: '2.41.3' });
  // The new version has a minute to become ready.
  const headline = '2.41.3 passed, but your workspace went back to 2.40.7';
  await hurry(client, accountName, () => untilSent(page, '/manage/update', headline));
  await page.reload();
  await expect(page.getByText(headline)).toBeVisible();
  await expect(page.getByText('2.41.3 didn’t start in time.')).toBeVisible();
  await expectNoOverflow(page);
  expect((await hurryToStatus(client, accountName, 1)).version.name).toBe('2.40.7');
});

test('one click reverts to the previous version', async ({ page, stack }) => {
  const { client, accountName } = await signInOnline(page, stack);
  await call(client, 'PUT', '/instance/configuration', { version: '2.41.3' });
  await page.goto('/manage/update');
  const passed = page.getByText('2.41.3 passed and is now in use');
  // Offered only after the rehearsal's copy has been removed too.
  const goBack = page.getByRole('heading', { name: 'Go back to 2.40.7' });
  await hurry(client, accountName, async () => {
    await expect(passed).toBeVisible();
    await expect(goBack).toBeVisible();
  });
  await page.getByText('Go back', { exact: true }).click();
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Yes, go back now' }).click();
  await expect(page.getByText('Your workspace is going back to the earlier version.')).toBeVisible();
  await expect(page.getByText('2.41.3 passed but isn’t used')).toBeVisible();
  expect((await hurryToStatus(client, accountName, 1)).version.name).toBe('2.40.7');
});
