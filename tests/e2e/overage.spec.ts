import { payingOwner } from '../support/billing-calls.ts';
import { expect, signInAs, test } from './support/billing.ts';

const sizes = [
  ['desktop-light', 1280, 'light'],
  ['desktop-dark', 1280, 'dark'],
  ['phone-light', 360, 'light'],
  ['phone-dark', 360, 'dark'],
] as const;

test('who pays reads price and bound, runs on up to a cap of their own, and holds again', async ({
  page,
  stack,
  database,
}) => {
  const picture = async (name: string) => {
    for (const [size, width, colorScheme] of sizes) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      // Nothing is wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.screenshot({ path: test.info().outputPath(`${name}-${size}.png`), fullPage: true });
    }
  };
  const owner = await payingOwner(stack, database, { planId: 'pro-1', period: 'monthly' });
  await signInAs(page, owner.client);
  await page.goto('/manage/usage');
  await expect(page.getByText('Nothing is charged beyond your plan.')).toBeVisible();
  await expect(page.getByText('Each started 1,000 costs $8.00 before tax.')).toBeVisible();
  await expect(page.getByText('at most $80.00 a month')).toBeVisible();
  await picture('holds');

  const cap = page.getByLabel('Cap', { exact: true });
  await cap.fill('251');
  await page.getByRole('button', { name: 'Keep running up to the cap' }).click();
  await expect(page.getByText('Please enter a whole number of thousands, from 1 to 250.')).toBeVisible();
  await cap.fill('20');
  await page.getByRole('button', { name: 'Keep running up to the cap' }).click();
  await expect(page.getByText('From now on, executions run on at the limit.')).toBeVisible();
  await expect(page.getByText('up to 20,000 more a month, for $8.00 per 1,000')).toBeVisible();
  await picture('runs-on');

  await page.goto('/manage/billing');
  await expect(page.getByRole('heading', { name: 'Subscription', exact: false }).first()).toBeVisible();
  await picture('billing');
  await page.goto('/account/change-plan');
  await expect(
    page.getByRole('row', { name: /1,000 more executions.*Wait at the limit.*\$8\.00/ }),
  ).toBeVisible();
  await page.goto('/account/activity');
  await expect(page.getByText(/at the execution limit: up to 20,000 more run each month/)).toBeVisible();

  await page.goto('/manage/usage');
  await page.getByRole('button', { name: 'Hold executions at the limit' }).click();
  await expect(page.getByText('From now on, executions wait at the limit.')).toBeVisible();
});
