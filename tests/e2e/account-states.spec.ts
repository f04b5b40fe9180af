import type { Page } from '@playwright/test';
import {
  accountStateOf,
  type SubscriptionState,
  type WorkspaceState,
} from '#app/domain/billing/account-state.ts';
import { type StateScreen, screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';
import { subscribe } from '../support/billing-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { advanceClock, setUpOnline, untilStatus } from '../support/set-up.ts';
import { expect, signInAs, simulate, TOLD_WITHIN_MS, test } from './support/billing.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

const paths: Record<StateScreen, string> = {
  dashboard: '/dashboard',
  billing: '/manage/billing',
  backups: '/manage/export',
  'change-plan': '/account/change-plan',
};
const redirects = { billing: /\/manage\/billing$/, manage: /\/manage$/ };

/** Opens the four screens, and finds on each what the table says of this state. */
async function walk(page: Page, subscription: SubscriptionState, workspace: WorkspaceState): Promise<void> {
  for (const screen of stateScreens) {
    await test.step(`${screen}: ${subscription}, ${workspace}`, async () => {
      const shown = screenStateOf(screen, subscription, workspace);
      await page.goto(paths[screen]);
      if (shown.redirectTo !== null) {
        await expect(page).toHaveURL(redirects[shown.redirectTo]);
        return;
      }
      const main = page.getByRole('main');
      if (shown.badge)
        await expect(main.getByText(badges[shown.badge], { exact: true }).first()).toBeVisible();
      if (shown.sentence) {
        // The layout's banner has the words of a failed payment.
        await expect(page.getByText(sentences[shown.sentence].title).first()).toBeVisible();
      }
      for (const [action, label] of Object.entries(actions)) {
        const button = page
          .getByRole('button', { name: label })
          .or(page.getByRole('link', { name: label, exact: true }));
        await expect(button, label).toHaveCount(action === shown.action ? 1 : 0);
      }
    });
  }
  expect(accountStateOf(subscription, workspace)).toBeDefined();
  if (process.env.SHOTS) await shoot(page, `${subscription}-${workspace}`);
}

/** For a person to look at: each screen on a phone and a desktop, light and dark. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, height, scheme] of [
    [1280, 900, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    for (const screen of stateScreens) {
      await page.goto(paths[screen]);
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${screen}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
}

test('no two screens disagree about any state from the trial to the deletion', async ({
  page,
  stack,
  database,
}) => {
  test.setTimeout(600_000);
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
    await expect.poll(async () => (await current())?.status, { timeout: TOLD_WITHIN_MS }).toBe(status);
  };

  await walk(page, 'trial', 'running');
  await advanceClock(client, fields.accountName, 'P14D');
  await untilStatus(client, 3);
  await walk(page, 'trial', 'stopped');

  await subscribe({ client, fields, userId: '', accountId }, { planId: 'starter', period: 'monthly' });
  await untilStatus(client, 1);
  await walk(page, 'active', 'running');

  await runScenario('payment_failed', 'past_due');
  await walk(page, 'past_due', 'running');
  await runScenario('paused', 'paused');
  await untilStatus(client, 3);
  await walk(page, 'paused', 'stopped');

  await runScenario('resumed', 'active');
  await untilStatus(client, 1);
  await client.post('/manage/billing', { intent: 'cancel', workspaceName: fields.accountName });
  await walk(page, 'cancelled', 'running');

  await runScenario('canceled', 'deleted');
  await expect(async () => {
    await page.goto('/dashboard');
    const over = page.getByText(sentences.deleted.title).or(page.getByText(sentences.ended.title));
    await expect(over.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: TOLD_WITHIN_MS });
  if (await page.getByText(sentences.ended.title).isVisible()) {
    await untilStatus(client, 3);
    await walk(page, 'ended', 'stopped');
    await advanceClock(client, fields.accountName, 'P2D');
  }
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(sentences.deleted.title)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: TOLD_WITHIN_MS });
  await walk(page, 'ended', 'deleted');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: sentences.finalBackup.open }).click();
  await expect(page.getByText('Final', { exact: true })).toBeVisible();
});
