import type { Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import { PortalClient, tokenIn, uniqueName } from '../support/portal-client.ts';
import { setUpOnline, untilStatus } from '../support/set-up.ts';
import { cards, expect, overlayOf, test } from './support/billing.ts';
import { type Hands, keyboardOf, mouse } from './support/hands.ts';
import { tabTo } from './support/keyboard.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { newVisitor } from './walk.ts';

/** docs/screens.md lists the spec of each journey. */
const ways: readonly [title: string, javaScriptEnabled: boolean, handsOf: (page: Page) => Hands][] = [
  ['by keyboard alone', true, keyboardOf],
  ['without JavaScript', false, () => mouse],
];

for (const [title, javaScriptEnabled, handsOf] of ways) {
  test.describe(title, () => {
    test.use({ javaScriptEnabled });

    test('a teammate is invited and joins, and a token is created and revoked', async ({
      page,
      browser,
      stack,
      trialist,
    }) => {
      const { press, type, check, select } = handsOf(page);
      const email = `grace-${uniqueName('t')}@example.com`;
      await page.goto('/account/members');
      await press(page.getByRole('link', { name: 'Invite teammates' }));
      await type(page.getByLabel('Email address 1'), email);
      await select(page.getByRole('combobox').first(), 'Operator');
      await press(page.getByRole('button', { name: /^Invite/ }).last());
      await expect(page).not.toHaveURL(/invite-teammate/);
      const token = tokenIn(await trialist.client.mail(email, /invites you/));

      const context = await browser.newContext({ baseURL: stack.portalUrl, javaScriptEnabled });
      const theirs = await context.newPage();
      const mate = handsOf(theirs);
      await theirs.goto(`/invitation?token=${token}`);
      await mate.type(theirs.getByLabel('Full name'), 'Grace Hopper');
      await mate.type(theirs.getByLabel('Password', { exact: true }), 'compile me');
      await mate.press(theirs.getByRole('button', { name: 'Join' }));
      await expect(theirs.getByRole('heading', { name: 'Hello, Grace Hopper' })).toBeVisible();
      await context.close();

      await page.goto('/account/tokens');
      await type(page.getByRole('textbox', { name: 'Name' }), 'Nightly export');
      await check(page.getByRole('checkbox', { name: 'Profile' }));
      await check(page.getByRole('radio', { name: '30 days' }));
      await press(page.getByRole('button', { name: 'Create token' }));
      await expect(page.getByLabel('Token Nightly export')).toHaveText(/^weft_pat_/);
      await page.goto('/account/tokens');
      await press(page.getByLabel('Revoke Nightly export'));
      await press(page.getByRole('button', { name: 'Yes, revoke' }));
      await expect(page.getByText('Token revoked.')).toBeVisible();
    });

    test('a paid account changes its plan and its choice at the limit, and cancels', async ({
      page,
      trialist,
    }) => {
      const { press, type, check } = handsOf(page);
      await subscribe(trialist, { planId: 'starter', period: 'monthly' });

      await page.goto('/account/change-plan');
      await press(
        page
          .getByRole('link', { name: 'Change to Pro 10k' })
          .or(page.getByRole('button', { name: 'Change to Pro 10k' })),
      );
      await check(page.getByRole('radio', { name: /^With the next invoice/ }));
      await press(page.getByRole('button', { name: 'Confirm and change' }));
      await expect(page.getByText('Plan changed.')).toBeVisible();

      await page.goto('/manage/usage');
      await type(page.getByLabel('Cap', { exact: true }), '3');
      await press(page.getByRole('button', { name: 'Keep running up to the cap' }));
      await expect(page.getByText('up to 3,000 more a month')).toBeVisible();
      await press(page.getByRole('button', { name: 'Hold executions at the limit' }));
      await expect(page.getByText('Nothing is charged beyond your plan.')).toBeVisible();

      await page.goto('/manage/billing');
      await press(page.getByRole('link', { name: 'Cancel subscription' }));
      const dialog = page.getByRole('dialog');
      await type(dialog.getByRole('textbox'), trialist.fields.accountName);
      await press(dialog.getByRole('button', { name: 'Cancel subscription' }));
      await expect(page.getByText('Your subscription is cancelled').first()).toBeVisible();
      await press(page.getByRole('button', { name: 'Keep the subscription' }));
      await expect(page.getByText('Cancellation undone. Your subscription continues.')).toBeVisible();
    });

    test('a workspace’s held webhooks, version, restart and backup', async ({ page, stack }) => {
      const { press, select } = handsOf(page);
      const client = new PortalClient(stack);
      const { accountName } = await setUpOnline(client);
      await holdWebhooks(client, accountName, [{ path: '/webhook/echo', body: 'a' }, { path: '/webhook/b' }]);
      await untilStatus(client, 1);
      await signInAs(page, client);

      await page.goto('/manage/webhooks');
      const row = (path: string) => page.getByRole('listitem').filter({ hasText: path });
      await press(row('POST /webhook/b').getByLabel(/^Drop/));
      await press(row('POST /webhook/b').getByRole('button', { name: 'Yes, drop it' }));
      await expect(row('POST /webhook/b').getByText('Dropped', { exact: true })).toBeVisible();
      await press(row('POST /webhook/echo').getByRole('button', { name: /^Replay now/ }));
      await expect(page.getByText(/These webhooks will be replayed next/)).toBeVisible();
      await press(page.getByRole('button', { name: 'Resume replay' }));
      await expect(page.getByText('Replay resumed.')).toBeVisible();
      await untilSent(page, '/manage/webhooks', '>Replayed<');
      await page.goto('/manage/webhooks');
      await expect(row('POST /webhook/echo').getByText('Replayed', { exact: true })).toBeVisible();

      await page.goto('/manage/export');
      await press(page.getByRole('button', { name: 'Back up now' }));
      await expect(page.getByText('Backup started.')).toBeVisible();
      const download = page.getByRole('link', { name: /^Download/ });
      await untilSent(page, '/manage/export', '/download"');
      await page.goto('/manage/export');
      const [file] = await Promise.all([page.waitForEvent('download'), press(download)]);
      expect(file.suggestedFilename()).toMatch(/\.zip$/);

      await page.goto('/manage');
      await select(page.getByLabel('n8n version'), '2.41');
      await press(page.getByRole('button', { name: 'Save changes' }));
      await expect(page).toHaveURL(/\/manage\/update$/);
      await untilSent(page, '/manage/update', 'passed and is now in use');
      await page.goto('/manage/update');
      await expect(page.getByText(/passed and is now in use/)).toBeVisible();
      await untilStatus(client, 1);

      await page.goto('/manage');
      await press(page.locator('summary', { hasText: 'Restart workspace' }));
      await press(page.getByRole('button', { name: 'Yes, restart now' }));
      await expect(page.getByText('Your workspace is restarting.')).toBeVisible();
    });
  });
}

test('with the keyboard alone a visitor registers, confirms, sets up, and pays for a plan', async ({
  page,
  stack,
}) => {
  const { press, type, check, select } = keyboardOf(page);
  const visitor = newVisitor();
  await page.goto('/register');
  await type(page.getByLabel('Full name'), visitor.name);
  await type(page.getByLabel('Company email'), visitor.email);
  await type(page.getByLabel('Confirm email'), visitor.email);
  await type(page.getByLabel('Password', { exact: true }), visitor.password);
  await type(page.getByLabel('Account name'), visitor.accountName);
  await tabTo(page, page.getByLabel('I am a human'));
  await page.keyboard.press('Space');
  await page.getByText('Checked', { exact: true }).waitFor();
  await press(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const mail = await new PortalClient(stack).mail(visitor.email, /confirm/i);
  await page.goto(`/confirm-email?token=${tokenIn(mail)}`);
  await press(page.getByRole('button', { name: 'Confirm email' }));

  await select(page.getByLabel('Which area do you work in?'), 'Operations');
  await check(page.getByRole('radio', { name: '3', exact: true }));
  await select(page.getByLabel('Which industry is your company in?'), 'SaaS');
  await check(page.getByRole('radio', { name: '20 to 99' }));
  await press(page.getByRole('button', { name: 'Continue' }));
  // The search leaves a few of hundreds of apps in the tab order.
  await type(page.getByLabel('Search apps'), 'slack');
  await check(page.getByRole('checkbox', { name: 'Slack' }));
  await press(page.getByRole('button', { name: 'Continue' }));
  await press(page.getByRole('button', { name: 'Skip' }));
  await press(page.getByRole('button', { name: 'Start' }));
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();

  await press(page.getByRole('banner').getByRole('link', { name: 'Upgrade' }));
  await press(page.getByRole('button', { name: 'Choose Starter' }));
  // The provider's form takes the focus as it opens.
  const overlay = overlayOf(page);
  await expect(overlay.getByLabel('Country')).toBeVisible();
  await select(overlay.getByLabel('Country'), 'Germany');
  await type(overlay.getByLabel('Postcode'), '10115');
  await type(overlay.getByLabel('Name on the card'), 'Ada Lovelace');
  await type(overlay.getByLabel('Card number'), cards.pays);
  await type(overlay.getByLabel('Expiry date'), '12/40');
  await type(overlay.getByLabel('Security code'), '123');
  await press(overlay.getByRole('button', { name: /^Pay/ }));
  await expect(page.getByRole('heading', { name: 'Setup complete' })).toBeVisible();
});
