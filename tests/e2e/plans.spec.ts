import { subscribe } from '../support/billing-calls.ts';
import { expect, test } from './support/billing.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { visit } from './support/visit.ts';

test('the period is switched with the prices, a phone shows two plans, and a custom quota has its price and its limits', async ({
  page,
  trialist: _,
}) => {
  await page.goto('/account/change-plan');
  await test.step('the link to sales is exactly below the button of the custom plan', async () => {
    const button = await page.getByRole('button', { name: 'Choose Custom' }).boundingBox();
    const link = await page.getByRole('link', { name: 'Need more? Talk to us' }).boundingBox();
    expect([link?.x, link?.width]).toEqual([button?.x, button?.width]);
  });

  await test.step('the period is switched, and the prices with it', async () => {
    const monthly = page.getByRole('link', { name: 'Monthly' });
    const yearly = page.getByRole('link', { name: /^Yearly/ });
    await expect(monthly).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText(/a month$/).first()).toBeVisible();
    await yearly.click();
    await expect(yearly).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText(/^\$[\d,.]+ a year$/)).not.toHaveCount(0);
    await monthly.click();
    await expect(page.getByText(/^\$[\d,.]+ a year$/)).toHaveCount(0);
  });

  await test.step('on a phone the table shows two plans, and keeps the names while the others scroll', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('rowheader', { name: 'Memory' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('cell', { name: '1,024 MB' })).toBeInViewport({ ratio: 0.8 });
    await page.getByRole('cell', { name: '4,096 MB' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('cell', { name: '4,096 MB' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('rowheader', { name: 'Memory' })).toBeInViewport({ ratio: 1 });
  });

  await test.step('a custom quota: its price updates, its limits apply, and above them sales is offered', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const executions = page.getByLabel('Executions a month', { exact: true });
    const slider = page.getByRole('slider', { name: 'Executions a month' });
    const card = page.getByRole('main').locator('form').filter({ has: executions });
    const price = card.getByRole('status');
    const before = (await price.textContent()) ?? '';
    expect(before).toMatch(/^\$/);
    await slider.fill('12000');
    await expect(executions).toHaveValue('12000');
    await expect(price).not.toHaveText(before);

    // The selected size stays, so that the periods can be compared.
    const monthly = (await price.textContent()) ?? '';
    await page.getByRole('link', { name: /^Yearly/ }).click();
    await expect(price).toContainText('a year');
    await expect(executions).toHaveValue('12000');
    await page.getByRole('link', { name: 'Monthly' }).click();
    await expect(price).toHaveText(monthly);

    await executions.fill('12500');
    const range = 'Executions a month: enter a number from 10,000 to 250,000, in steps of 1,000.';
    await expect(price).toHaveText(range);
    await page.getByRole('button', { name: 'Choose Custom' }).click();
    await expect(page.getByText(/steps of/i).first()).toBeVisible();
    await expect(executions).toHaveAttribute('aria-invalid', 'true');

    await executions.fill('251000');
    await page.getByRole('button', { name: 'Choose Custom' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let’s talk' });
    await expect(dialog.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /^mailto:/);
    await dialog.getByRole('link', { name: 'Back to plans' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(executions).toHaveValue('251000');

    await page.getByRole('link', { name: 'Talk to us about Enterprise' }).click();
    await expect(dialog.getByRole('link', { name: 'Write to us' })).toBeVisible();
  });
});

test('the price is of the quota that was typed while the scripts loaded', async ({ page, trialist: _ }) => {
  const startScripts = await holdScripts(page);
  await page.goto('/account/change-plan');
  const executions = page.getByLabel('Executions a month', { exact: true });
  const price = page.getByRole('main').locator('form').filter({ has: executions }).getByRole('status');
  const before = (await price.textContent()) ?? '';
  await executions.fill('12000');
  await startScripts();
  await expect(price).not.toHaveText(before);
  await expect(executions).toHaveValue('12000');
  await expect(page.getByRole('slider', { name: 'Executions a month' })).toHaveValue('12000');
});

test('shows a retired plan to an account that has it', async ({ page, database, trialist }) => {
  await subscribe(trialist, { planId: 'starter', period: 'monthly' });
  await database.batch(
    [
      'UPDATE accounts SET plan_id = ? WHERE id = ?',
      'UPDATE subscriptions SET plan_id = ? WHERE account_id = ?',
    ].map((sql) => ({ sql, args: ['power', trialist.accountId] })),
    'write',
  );
  await page.goto('/account/change-plan');
  await expect(page.getByText('Power: your current plan')).toBeVisible();
  await expect(page.getByText('This plan is no longer sold.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change to Pro 50k' })).toBeVisible();
  // No smaller plan is recommended.
  await expect(page.getByRole('main').locator('.button--primary')).toHaveCount(0);
  await visit(page, '/manage/billing');
  await expect(page.getByRole('definition').filter({ hasText: 'Power' })).toBeVisible();
  await visit(page, '/dashboard');
  await expect(page.getByText('Power', { exact: true })).toBeVisible();
});
