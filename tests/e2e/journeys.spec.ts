import type { Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import { PortalClient, tokenIn, uniqueName } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { expect, test } from './support/billing.ts';
import { type Hands, keyboardOf, mouse } from './support/hands.ts';
import { hurry, hurryToStatus } from './support/hurry.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { visit } from './support/visit.ts';

/** docs/screens.md lists the spec of each journey. */
const ways: readonly [title: string, javaScriptEnabled: boolean, handsOf: (page: Page) => Hands][] = [
  ['by keyboard alone', true, keyboardOf],
  ['without JavaScript', false, () => mouse],
];

for (const [title, javaScriptEnabled, handsOf] of ways) {
  /** Opens another page, without a script as a document of its own. */
  const openNext = async (page: Page, path: string) => {
    if (javaScriptEnabled) await visit(page, path);
    else await page.goto(path);
  };
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

      await openNext(page, '/account/tokens');
      await type(page.getByRole('textbox', { name: 'Name' }), 'Nightly export');
      await check(page.getByRole('checkbox', { name: 'Profile' }));
      await check(page.getByRole('radio', { name: '30 days' }));
      await press(page.getByRole('button', { name: 'Create token' }));
      await expect(page.getByLabel('Token Nightly export')).toHaveText(/^weft_pat_/);
      await openNext(page, '/account/tokens');
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

      await openNext(page, '/manage/usage');
      await type(page.getByLabel('Cap', { exact: true }), '3');
      await press(page.getByRole('button', { name: 'Keep running up to the cap' }));
      await expect(page.getByText('up to 3,000 more a month')).toBeVisible();
      await press(page.getByRole('button', { name: 'Hold executions at the limit' }));
      await expect(page.getByText('Nothing is charged beyond your plan.')).toBeVisible();

      await openNext(page, '/manage/billing');
      await press(page.getByRole('link', { name: 'Cancel subscription' }));
      const dialog = page.getByRole('dialog');
      await type(dialog.getByRole('textbox'), trialist.fields.accountName);
      await press(dialog.getByRole('button', { name: 'Cancel subscription' }));
      await expect(page.getByText('Your subscription is cancelled').first()).toBeVisible();
      await press(page.getByRole('button', { name: 'Keep the subscription' }));
      await expect(page.getByText('Cancellation undone. Your subscription continues.')).toBeVisible();
    });

    const actions = javaScriptEnabled
      ? 'held webhooks, backup, version and restart'
      : 'held webhooks and backup';
    test(`a workspace’s ${actions}`, async ({ page, stack }) => {
      const { press, select } = handsOf(page);
      const client = new PortalClient(stack);
      const { accountName } = await setUpOnline(client);
      await holdWebhooks(client, accountName, [{ path: '/webhook/echo', body: 'a' }, { path: '/webhook/b' }]);
      await hurryToStatus(client, accountName, 1);
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
      await openNext(page, '/manage/webhooks');
      await expect(row('POST /webhook/echo').getByText('Replayed', { exact: true })).toBeVisible();

      await openNext(page, '/manage/export');
      await press(page.getByRole('button', { name: 'Back up now' }));
      await expect(page.getByText('Backup started.')).toBeVisible();
      const download = page.getByRole('link', { name: /^Download/ });
      await untilSent(page, '/manage/export', '/download"');
      await openNext(page, '/manage/export');
      const [file] = await Promise.all([page.waitForEvent('download'), press(download)]);
      expect(file.suggestedFilename()).toMatch(/\.zip$/);
      // Without JavaScript, `settings.spec.ts` changes the version and restarts.
      if (!javaScriptEnabled) return;

      await openNext(page, '/manage');
      await select(page.getByLabel('n8n version'), '2.41');
      await press(page.getByRole('button', { name: 'Save changes' }));
      await expect(page).toHaveURL(/\/manage\/update$/);
      await hurry(client, accountName, () => untilSent(page, '/manage/update', 'passed and is now in use'));
      await openNext(page, '/manage/update');
      await expect(page.getByText(/passed and is now in use/)).toBeVisible();
      await hurryToStatus(client, accountName, 1);

      await openNext(page, '/manage');
      await press(page.locator('summary', { hasText: 'Restart workspace' }));
      await press(page.getByRole('button', { name: 'Yes, restart now' }));
      await expect(page.getByText('Your workspace is restarting.')).toBeVisible();
    });
  });
}
