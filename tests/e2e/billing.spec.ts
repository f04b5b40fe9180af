import { signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { ageProofs } from '../support/second-factor.ts';
import { setUpOnline } from '../support/set-up.ts';
import {
  cards,
  expect,
  fillBuyer,
  mailsOf,
  overlayOf,
  payByCard,
  simulate,
  test,
} from './support/billing.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { visit } from './support/visit.ts';

test('from the trial to a paid plan, through every change, to the end and back', async ({
  page,
  stack,
  database,
  browser,
}) => {
  test.setTimeout(300_000);
  const client = new PortalClient(stack);
  const owner = await setUpOnline(client);
  await signInAs(page, client);
  const mailed = (subject: RegExp, count = 1) => mailsOf(client, owner.email, subject, count);
  const fact = (label: string) =>
    page
      .locator('.facts > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole('definition');
  const overlay = overlayOf(page);

  await test.step('the trial becomes Starter, paid yearly; a declined card first', async () => {
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('link', { name: 'Upgrade' }).click();
    await expect(page.getByRole('heading', { name: 'Choose your plan' })).toBeVisible();
    const yearly = page.getByRole('link', { name: /^Yearly/ });
    await yearly.click();
    // The URL changes before the page renders.
    await expect(yearly).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    await fillBuyer(overlay);
    await payByCard(overlay, cards.declined);
    await expect(overlay.getByText('Your card was declined.')).toBeVisible();
    const paid = await payByCard(overlay, cards.pays);
    await expect(page.getByRole('heading', { name: 'Setup complete' })).toBeVisible();
    await expect(page.getByText('Your subscription is active')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0);

    const welcome = await mailed(/Welcome to the Starter plan/);
    expect(welcome.text).toContain(owner.accountName);
    const receipt = await mailed(/receipt/);
    expect(receipt.subject).toBe(`Your Weft Cloud receipt: ${paid.replace('Pay ', '')}`);

    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).click();
    await expect(fact('Plan')).toHaveText('Starter');
    await expect(fact('Billed')).toHaveText('Yearly');
    await expect(page.getByText('Visa ending in 4242')).toBeVisible();
    const [invoice] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Invoice/ }).click(),
    ]);
    expect(invoice.suggestedFilename()).toMatch(/\.pdf$/);
  });

  const { rows } = await database.execute({
    sql: 'SELECT s.id FROM subscriptions s JOIN accounts a ON a.id = s.account_id WHERE a.name = ?',
    args: [owner.accountName],
  });
  const subscriptionId = String(rows[0]?.id);

  await test.step('changes the plan to Pro, charged immediately', async () => {
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByRole('link', { name: 'Change to Pro 10k' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your change' })).toBeVisible();
    const hint = await page.getByText(/^\$\S+ now, then /).textContent();
    const charged = hint?.match(/\$[\d,.]+(?= now)/)?.[0];
    await page.getByRole('button', { name: 'Confirm and change' }).click();
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Plan changed.')).toBeVisible();
    await expect(fact('Plan')).toHaveText('Pro 10k');
    expect(charged).toMatch(/^\$/);
    await mailed(new RegExp(`receipt: \\${charged}$`));
  });

  const { rows: people } = await database.execute({
    sql: 'SELECT id FROM users WHERE username = ?',
    args: [owner.accountName],
  });
  const userId = String(people[0]?.id);

  await test.step('a custom quota, paid with the next bill and in force immediately', async () => {
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByLabel('Executions a month', { exact: true }).fill('42000');
    await page.getByLabel('Active workflows', { exact: true }).fill('77');
    await page.getByRole('button', { name: 'Change to Custom' }).click();
    const withNext = page.getByRole('radio', { name: 'With the next invoice' });
    await withNext.check();
    // The person has to confirm that it is them, and comes back to their choice.
    await ageProofs(database, { userId });
    await page.getByRole('button', { name: 'Confirm and change' }).click();
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(withNext).toBeChecked();
    await page.getByRole('button', { name: 'Confirm and change' }).click();
    await expect(fact('Quota')).toHaveText('42,000 executions a month, 77 active workflows');
    const limit = async () => {
      const answer = await page.request.get('/api/user/plan');
      return ((await answer.json()) as { monthlyExecutionsLimit: number }).monthlyExecutionsLimit;
    };
    await expect.poll(limit).toBe(42_000);
  });

  await test.step('cancels a subscription, and undoes the cancellation', async () => {
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    const date = (await dialog.getByRole('time').textContent()) ?? '';
    await dialog.getByRole('textbox').fill('another-name');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(dialog.getByText('Please type the name of your workspace exactly.')).toBeVisible();
    await dialog.getByRole('textbox').fill(owner.accountName);
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(new RegExp(`On ${date}, .*it’s deleted`))).toBeVisible();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(fact('Ends')).toHaveText(date);
    const mail = await mailed(/subscription ends on/);
    expect(mail.text).toContain(date);

    await visit(page, '/account/change-plan');
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Before upgrading you need to resubscribe')).toBeVisible();
    // A proof for one button leaves the others of the page as they are.
    await ageProofs(database, { userId });
    await page.locator('button[value="change-card"]').click();
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await page.getByRole('button', { name: 'Keep the subscription' }).click();
    await expect(page.getByText('Cancellation undone. Your subscription continues.')).toBeVisible();
    await expect(fact('Paid until')).toHaveText(date);
  });

  await test.step('a failed payment shows a banner on every page until it is closed', async () => {
    await simulate(stack, subscriptionId, 'payment_failed');
    const mail = await mailed(/payment to Weft Cloud failed/);
    expect(mail.text).toContain('We’ll retry over the next few days.');
    const banner = page.getByRole('alert').filter({ hasText: 'Your last payment failed' });
    await page.goto('/dashboard');
    await banner.getByRole('link', { name: 'Open billing' }).click();
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Payment overdue')).toBeVisible();
    await page.goto('/account/members');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page).toHaveURL(/\/account\/members$/);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
    await expect(banner).toHaveCount(0);

    const again = await browser.newPage({ baseURL: stack.portalUrl });
    await signInAs(again, (await signIn(stack, owner.email, owner.password)).client);
    await again.goto('/dashboard');
    await expect(again.getByRole('alert').filter({ hasText: 'Your last payment failed' })).toBeVisible();
    await again.close();
  });

  await test.step('no plan changes before another card pays the amount due', async () => {
    await visit(page, '/account/change-plan');
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Update payment details before changing plan')).toBeVisible();
    await page.getByRole('button', { name: 'Update payment' }).click();
    await expect(page.getByRole('heading', { name: 'Update your payment' })).toBeVisible();
    const paid = await payByCard(overlay, cards.paysToo);
    await expect(page.getByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
    await mailed(new RegExp(`receipt: \\${paid.replace('Pay ', '')}$`));
    await visit(page, '/manage/billing');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
  });

  await test.step('changes the card of an active subscription', async () => {
    await page.getByRole('button', { name: 'Change card' }).click();
    await expect(page.getByRole('heading', { name: 'Change your card' })).toBeVisible();
    await payByCard(overlay, cards.pays);
    await expect(page.getByRole('heading', { name: 'Card changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to billing' }).click();
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await untilSent(page, '/manage/billing', 'Visa ending in 4242');
    await page.reload();
    await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  });

  await test.step('resubscribes a paused subscription by the banner', async () => {
    await simulate(stack, subscriptionId, 'paused');
    const mail = await mailed(/subscription is paused and/);
    expect(mail.text).toContain('It will be deleted on');
    await visit(page, '/account/change-plan');
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Before upgrading you need to resubscribe')).toBeVisible();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await page.goto('/dashboard');
    const banner = page.getByRole('alert').filter({ hasText: 'paused after failed payments' });
    await banner.getByRole('button', { name: 'Resubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Resubscribe' })).toBeVisible();
    await overlay.getByRole('button', { name: 'Close checkout' }).click();
    await expect(page).toHaveURL(/\/manage\/billing$/);
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Resubscribe' }).click();
    await fillBuyer(overlay);
    await payByCard(overlay, cards.declined);
    await expect(overlay.getByText('Your card was declined.')).toBeVisible();
    expect((await client.mails(owner.email)).filter(({ subject }) => /active again/.test(subject))).toEqual(
      [],
    );
    await payByCard(overlay, cards.paysToo);
    await expect(page.getByRole('heading', { name: 'You are subscribed again' })).toBeVisible();
    await expect(page.getByText('Your workspace is now online.')).toBeVisible();
    await mailed(/active again/);
    await visit(page, '/manage/billing');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.goto('/dashboard');
    await expect(banner).toHaveCount(0);
    await expect(page.getByText('Online', { exact: true }).first()).toBeVisible();
  });
});
