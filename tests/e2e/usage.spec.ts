import { advanceClock, setClusterFault } from '../support/set-up.ts';
import { writeExecutions } from '../support/written-executions.ts';
import { expect, test } from './support/fixtures.ts';
import { signInOnline } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

test('finds the month’s largest consumer from the warning, by workflow and by execution', async ({
  page,
  stack,
}) => {
  test.setTimeout(240_000);
  const { client, accountName, email } = await signInOnline(page, stack);
  writeExecutions(stack.dataDirectory, accountName);
  // The warning follows the next usage reading, which an open dashboard requests.
  await page.goto('/dashboard');
  const banner = page.getByText('Your workspace has used 96% of this month’s executions');
  await expect(banner).toBeVisible();
  await stack.runCron();
  await client.mail(email, /has used 95% of its executions this month/);

  await page.getByRole('link', { name: 'See usage by workflow' }).first().click();
  await expect(page).toHaveURL(/\/manage\/usage$/);
  await expect(page.getByText('960 of 1,000', { exact: true })).toBeVisible();
  await expect(page.getByText(/By the end of the month we expect/)).toBeVisible();
  await expect(page.getByRole('row', { name: /New orders to the warehouse/ })).toBeVisible();
  await expect(page.getByText(/changed the most/)).toBeVisible();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // No content is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.getByLabel('Counted', { exact: true }).selectOption('no');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/counted=no/);
  await expect(page.getByText(/It was cancelled/)).toBeVisible();
  await expect(page.getByText(/the month’s limit was reached/)).toBeVisible();
  await expect(page.getByText(/Executions in the editor don’t count/)).toBeVisible();

  await visit(page, '/manage/usage');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible();

  await visit(page, '/dashboard');
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByText(/Hello/)).toBeVisible();
  await expect(banner).toBeHidden();

  // The last reading stays while the workspace does not respond.
  await setClusterFault(client, accountName, 'gone');
  await expect
    .poll(async () => {
      await advanceClock(client, accountName, 'PT1M');
      const answer = await page.request.get('/manage/usage');
      return (await answer.text()).includes('Your workspace isn’t responding.');
    })
    .toBe(true);
  await visit(page, '/manage/usage');
  await expect(page.getByText('Your workspace isn’t responding.')).toBeVisible();
  await expect(page.getByText('960 of 1,000', { exact: true })).toBeVisible();
});
