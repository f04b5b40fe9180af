import { en } from '#app/i18n/en/index.ts';
import { subscribe } from '../support/billing-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { advanceClock, setUpOnline } from '../support/set-up.ts';
import { expect, simulate, test } from './support/billing.ts';
import { hurry } from './support/hurry.ts';
import { signInAs } from './support/sign-in.ts';
import { walkScreens } from './support/state-walk.ts';
import { untilSent } from './support/until-sent.ts';
import { visit } from './support/visit.ts';

const { state: sentences } = en.billing;

test('no two screens disagree in the browser, from the trial over a failed payment to the deletion', async ({
  page,
  stack,
  database,
}) => {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client);
  await signInAs(page, client);
  const { rows } = await database.execute({
    sql: 'SELECT id FROM accounts WHERE name = ?',
    args: [fields.accountName],
  });
  const accountId = String(rows[0]?.id);
  const runScenario = async (scenario: string, status: string) => {
    const current = async () =>
      (
        await database.execute({
          sql: 'SELECT id, status FROM subscriptions WHERE account_id = ? AND is_current = 1',
          args: [accountId],
        })
      ).rows[0];
    await simulate(stack, String((await current())?.id), scenario);
    await expect.poll(async () => (await current())?.status).toBe(status);
  };

  await walkScreens(page, 'trial', 'running');
  await subscribe({ client, fields }, { planId: 'starter', period: 'monthly' });
  await runScenario('payment_failed', 'past_due');
  await walkScreens(page, 'past_due', 'running');

  await runScenario('canceled', 'deleted');
  await expect
    .poll(async () => {
      const html = await (await page.request.get('/dashboard')).text();
      return html.includes(sentences.deleted.title) || html.includes(sentences.ended.title);
    })
    .toBe(true);
  await page.goto('/dashboard');
  if (await page.getByText(sentences.ended.title).isVisible()) {
    await advanceClock(client, fields.accountName, 'P2D');
  }
  await hurry(client, fields.accountName, () => untilSent(page, '/dashboard', sentences.deleted.title));
  await walkScreens(page, 'ended', 'deleted');
  await visit(page, '/dashboard');
  await page.getByRole('link', { name: sentences.finalBackup.open }).click();
  await expect(page.getByText('Final', { exact: true })).toBeVisible();
});
