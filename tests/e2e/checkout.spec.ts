import type { Page } from '@playwright/test';
import { eventually } from '../support/portal-client.ts';
import { cards, expect, fillBuyer, overlayOf, payByCard, test } from './support/billing.ts';

const failed = "Checkout couldn't be completed! Please try again or contact support.";

async function chooseStarter(page: Page): Promise<void> {
  await page.goto('/account/change-plan');
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', exact: true })).toBeVisible();
}

test('a checkout can use the provider’s windows and the wallet; closing it returns to billing and changes nothing', async ({
  page,
  trialist,
}) => {
  await chooseStarter(page);
  await overlayOf(page).getByLabel('Card number').fill(cards.pays);
  await test.step('the provider’s frame can open its windows, such as PayPal’s, and the browser’s wallet', async () => {
    const found = await page.frame('paddle_frame')?.evaluate(() => {
      const { featurePolicy } = document as Document & {
        featurePolicy?: { allowsFeature(name: string): boolean };
      };
      const opened = window.open('about:blank');
      opened?.close();
      // Null for a window that the frame could not talk to.
      return [opened !== null, featurePolicy?.allowsFeature('payment')];
    });
    expect(found).toEqual([true, true]);
  });
  await overlayOf(page).getByRole('button', { name: 'Close checkout' }).click();
  await expect(page).toHaveURL(/\/account\/change-plan$/);
  await expect(page.getByRole('heading', { name: 'Choose your plan' })).toBeVisible();

  // Opens the checkout from its own URL by a reload, and closes it with Escape.
  await chooseStarter(page);
  await page.reload();
  await expect(overlayOf(page).getByLabel('Card number')).toBeVisible();
  // While the frame takes the focus, a key press can miss both documents.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/account\/change-plan$/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeVisible();
  expect((await trialist.client.get('/api/account/billing/active')).status).not.toBe(204);
});

test('if the provider’s script is blocked, its own page takes the payment', async ({ page, trialist }) => {
  await page.route('**/paddle/paddle.js', (route) => route.abort());
  const { promise: isFilled, resolve: start } = Promise.withResolvers<void>();
  await page.route('**/paddle/checkout.js', async (route) => {
    await isFilled;
    await route.continue();
  });
  await chooseStarter(page);
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
  await page.getByRole('link', { name: 'Pay on a separate page' }).click();
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  // Before the page's script runs: the country's tax is in the total nevertheless.
  await fillBuyer(page);
  start();
  await expect(page.locator('html')).toHaveClass(/scripted/);
  await payByCard(page, cards.pays);
  await page.getByRole('link', { name: 'Back to Weft Cloud' }).click();
  await expect(page.getByRole('heading', { name: 'Setup complete' })).toBeVisible();
  await trialist.client.mail(trialist.fields.email, /Welcome to the Starter plan/);
});

test.describe('with a fake clock', () => {
  // A fake clock is its context’s, for good.
  test.use({ hasOwnContext: true });

  test('a plan paid for in one tab cannot be paid for again in another', async ({
    page,
    context,
    trialist,
    database,
  }) => {
    await page.clock.install();
    await chooseStarter(page);
    await overlayOf(page).getByLabel('Card number').fill(cards.pays);

    const other = await context.newPage();
    await chooseStarter(other);
    await fillBuyer(overlayOf(other));
    await payByCard(overlayOf(other), cards.pays);
    await expect(other.getByRole('heading', { name: 'Setup complete' })).toBeVisible();

    await page.clock.runFor(10_000);
    await expect(page.getByRole('heading', { name: 'Setup complete' })).toBeVisible();
    await expect(page.locator('iframe[name=paddle_frame]')).toHaveCount(0);
    const subscriptions = await database.execute({
      sql: 'SELECT id FROM subscriptions WHERE account_id = ?',
      args: [trialist.accountId],
    });
    expect(subscriptions.rows).toHaveLength(1);
  });

  test('returning without a payment says so, after a wait', async ({ page, trialist }) => {
    await page.clock.install();
    await page.goto('/account/checkout?paid=subscribe');
    await expect(page.getByText('We’re waiting for your payment to arrive…')).toBeVisible();
    const tries: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'HEAD') tries.push(new URL(request.url()).pathname);
    });
    const failure = page.getByText(failed);
    await expect(async () => {
      // The longest delay between two attempts.
      await page.clock.fastForward(15_000);
      await expect(failure).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [100] });
    expect(tries).toEqual(Array(15).fill('/api/account/billing/active'));
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page.getByText('We’re waiting for your payment to arrive…')).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).waitFor({ state: 'detached' });
    expect((await trialist.client.get('/api/account/billing/active')).status).toBe(404);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a plan is chosen, paid and in force', async ({ page, trialist }) => {
    await page.goto('/account/change-plan');
    await page.getByRole('link', { name: /^Yearly/ }).click();
    const executions = page.getByLabel('Executions a month', { exact: true });
    const price = page.getByRole('main').locator('form').filter({ has: executions }).getByRole('status');
    const before = (await price.textContent()) ?? '';
    await executions.fill('11000');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await expect(price).not.toHaveText(before);
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    await expect(page.getByText('if JavaScript is disabled')).toBeVisible();
    await page.getByRole('link', { name: 'Pay on a separate page' }).click();
    await fillBuyer(page);
    await payByCard(page, cards.pays);
    // The total differs from the one shown: the country added its tax.
    await expect(page.getByText('The total has changed with your country.')).toBeVisible();
    await payByCard(page, cards.pays);
    await page.getByRole('link', { name: 'Back to Weft Cloud' }).click();
    await eventually(async () => {
      await page
        .getByRole('link', { name: 'Check again' })
        .or(page.getByRole('link', { name: 'Go to the dashboard' }))
        .first()
        .click();
      return page.url().endsWith('/dashboard');
    });
    await page.goto('/manage/billing');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await trialist.client.mail(trialist.fields.email, /receipt/);
  });
});
