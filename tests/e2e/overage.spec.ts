import { subscribe } from '../support/billing-calls.ts';
import { idsOf } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { instanceOf, setUpOnline } from '../support/set-up.ts';
import { writeExecutions } from '../support/written-executions.ts';
import { expect, mailsOf, test } from './support/billing.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { visit } from './support/visit.ts';

test('a payer sets a cap, exceeds the plan, holds again and is charged for the excess', async ({
  page,
  stack,
  database,
}) => {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client);
  const owner = { client, fields, ...(await idsOf(database, fields.accountName)) };
  await subscribe(owner, { planId: 'pro-1', period: 'monthly' });
  const limit = async () => (await instanceOf(client)).limits.executions;
  await expect.poll(limit).toBe(10_000);
  await signInAs(page, client);

  await test.step('the plan sells more executions', async () => {
    await page.goto('/account/change-plan');
    const row = page.getByRole('row', {
      name: /1,000 executions beyond the plan.*Wait at the limit.*\$8\.00/,
    });
    await expect(row).toBeVisible();
  });

  await test.step('a cap is chosen, with its price and its bound', async () => {
    await visit(page, '/manage/usage');
    await expect(page.getByText('Nothing is charged beyond your plan.')).toBeVisible();
    await expect(page.getByText('for $8.00 per 1,000 or part of it, before tax.')).toBeVisible();
    await expect(page.getByText('at most $80.00 a month')).toBeVisible();
    const cap = page.getByLabel('Cap', { exact: true });
    await cap.fill('251');
    await page.getByRole('button', { name: 'Keep running up to the cap' }).click();
    await expect(page.getByText('Please enter a whole number of thousands, from 1 to 250.')).toBeVisible();
    await cap.fill('2');
    await page.getByRole('button', { name: 'Keep running up to the cap' }).click();
    await expect(page.getByText('Executions will keep running at the limit.')).toBeVisible();
    await expect(page.getByText('up to 2,000 more a month, for $8.00 per 1,000')).toBeVisible();
    await visit(page, '/account/activity');
    await expect(page.getByText(/at the execution limit: up to 2,000 more run each month/)).toBeVisible();
  });

  await test.step('shows executions beyond the plan with their cost', async () => {
    // Executions before the choice are free: a reading after it tells how many there were.
    writeExecutions(stack.dataDirectory, fields.accountName, 1);
    const counted = async () => {
      await page.request.get('/manage/usage');
      return (await instanceOf(client)).usage?.executions;
    };
    await expect.poll(counted).toBe(1);
    writeExecutions(stack.dataDirectory, fields.accountName, 10_399);
    await untilSent(page, '/manage/usage', '400 additional executions ran this month.');
    await visit(page, '/manage/usage');
    await expect(page.getByText('400 additional executions ran this month.')).toBeVisible();
    await expect(page.getByText('So far, they cost $8.00 before tax.')).toBeVisible();
    await mailsOf(client, fields.email, /now runs executions beyond its plan/);
    await visit(page, '/manage/billing');
    await expect(
      page.getByText('This month so far: 400 beyond your plan, for $8.00 before tax.'),
    ).toBeVisible();
  });

  await test.step('after the choice is withdrawn executions wait, and earlier ones are still charged', async () => {
    await page.getByRole('link', { name: 'View usage and cap' }).click();
    await page.getByRole('button', { name: 'Hold executions at the limit' }).click();
    await expect(page.getByText('Executions will wait at the limit.')).toBeVisible();
    await expect(page.getByText('Nothing is charged beyond your plan.')).toBeVisible();
    await untilSent(page, '/manage/billing', 'This month so far: 400 beyond your plan.');
    await visit(page, '/manage/billing');
    await expect(page.getByText('This month so far: 400 beyond your plan.')).toBeVisible();
  });

  await test.step('the bill: a cancellation closes the month, and the charge is among the payments', async () => {
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('this month’s 400 executions beyond your plan')).toBeVisible();
    await dialog.getByRole('textbox').fill(fields.accountName);
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(dialog).toBeHidden();
    const charged = page.getByText('400 executions beyond your plan, $8.00 before tax.');
    await untilSent(page, '/manage/billing', '>Charged<');
    await visit(page, '/manage/billing');
    await expect(charged).toBeVisible();
    await expect(page.getByText('Charged', { exact: true })).toBeVisible();
    // Includes tax.
    await expect(page.getByText('$9.60', { exact: true })).toBeVisible();
  });
});
