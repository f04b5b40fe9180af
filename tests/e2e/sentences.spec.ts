import type { Client } from '@libsql/client';
import type { Page } from '@playwright/test';
import { paths } from '#app/domain/paths.ts';
import { errors } from '#app/i18n/en/errors.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setMailFault } from '../support/sandbox-calls.ts';
import { expect, test } from './support/fixtures.ts';
import { signInWithoutWorkspace } from './support/sign-in.ts';
import { visit } from './support/visit.ts';
import { newVisitor, pressConfirm } from './walk.ts';

/** Spec §8: a failure shows its sentence and keeps everything that was typed. */
const sentence = (page: Page, code: keyof typeof errors) => page.getByText(errors[code]);

/** Makes the database refuse one kind of write until `mend`, like a full disk. */
async function breakWrites(database: Client, of: string): Promise<{ mend(): Promise<unknown> }> {
  await database.execute(
    `CREATE TRIGGER broken BEFORE ${of} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`,
  );
  return { mend: () => database.execute('DROP TRIGGER broken') };
}

async function whileDown(stack: Stack, act: () => Promise<void>): Promise<void> {
  await stack.killDatabase();
  try {
    await act();
  } finally {
    await stack.startDatabase();
  }
}

test('each failure from registration to launch shows its sentence and keeps the form', async ({
  page,
  stack,
  database,
}) => {
  const visitor = newVisitor();
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/register');
  await page.getByLabel('Full name').fill(visitor.name);
  await page.getByLabel('Company email').fill(visitor.email);
  await page.getByLabel('Confirm email').fill(visitor.email);
  // A failed form keeps everything except the password.
  const typePassword = () => page.getByLabel('Password', { exact: true }).fill(visitor.password);
  await typePassword();
  await page.getByLabel('Account name').fill(visitor.accountName);
  await page.getByLabel('I am a human').check();
  await page.getByText('Checked', { exact: true }).waitFor();
  await whileDown(stack, async () => {
    await press('Create account');
    await expect(sentence(page, 'registration_unavailable')).toBeVisible();
  });
  let fault = await breakWrites(database, 'INSERT ON accounts');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await typePassword();
  await press('Create account');
  await expect(sentence(page, 'account_setup_failed')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(visitor.name);
  await expect(page.getByLabel('Company email')).toHaveValue(visitor.email);
  await expect(page.getByLabel('Account name')).toHaveValue(visitor.accountName);
  await fault.mend();

  await setMailFault(stack, 'down');
  await typePassword();
  await press('Create account');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const failed =
    "SELECT count(*) AS n FROM outbox WHERE last_error IS NOT NULL AND payload LIKE '%' || ? || '%'";
  await expect
    .poll(async () => (await database.execute({ sql: failed, args: [visitor.email] })).rows[0]?.n)
    .toBe(1);
  await page.reload();
  await expect(sentence(page, 'confirmation_not_sent')).toBeVisible();
  await setMailFault(stack, 'none');
  await database.execute('UPDATE outbox SET next_attempt_at = 0 WHERE delivered_at IS NULL');
  await stack.runCron();
  await page.reload();
  await expect(sentence(page, 'confirmation_not_sent')).toBeHidden();

  // The confirmation page opens; its button fails.
  fault = await breakWrites(database, 'UPDATE OF confirmed_at ON users');
  await pressConfirm(page, visitor, stack.sandboxUrl);
  await expect(sentence(page, 'trial_setup_failed')).toBeVisible();
  await fault.mend();
  await press('Confirm email');

  await page.getByLabel('Which area do you work in?').selectOption('ops');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByLabel('Which industry is your company in?').selectOption({ label: 'SaaS' });
  await page.getByRole('radio', { name: '20 to 99' }).check();
  fault = await breakWrites(database, 'INSERT ON survey_answers');
  await press('Continue');
  await expect(sentence(page, 'survey_not_saved')).toBeVisible();
  await expect(page.getByLabel('Which area do you work in?')).toHaveValue('ops');
  await expect(page.getByRole('radio', { name: '20 to 99' })).toBeChecked();
  await fault.mend();
  await press('Continue');

  await page.getByRole('checkbox', { name: 'Slack' }).check();
  fault = await breakWrites(database, 'INSERT ON selected_apps');
  await press('Continue');
  await expect(sentence(page, 'apps_not_saved')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Slack' })).toBeChecked();
  await fault.mend();
  await press('Continue');

  await page.getByLabel('Email address 1').fill('grace@example.com');
  fault = await breakWrites(database, 'INSERT ON invitations');
  await press('Invite 1 user');
  await expect(sentence(page, 'invitations_not_saved')).toBeVisible();
  await expect(page.getByLabel('Email address 1')).toHaveValue('grace@example.com');
  await fault.mend();
  await press('Invite 1 user');
  await expect(page).toHaveURL(/\/account\/launching$/);
});

test('sign-in and link requests keep their forms while the database is down', async ({ page, stack }) => {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await whileDown(stack, async () => {
    await submit.click();
    await expect(sentence(page, 'login_failed')).toBeVisible();
    await expect(page.getByLabel('Username or email')).toHaveValue('ada');
  });
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await submit.click();
  await expect(sentence(page, 'invalid_credentials')).toBeVisible();
  await expect(sentence(page, 'login_failed')).toBeHidden();

  await page.goto('/magic-link');
  const email = page.getByRole('textbox', { name: /email/i });
  await email.fill('ada@example.com');
  await whileDown(stack, async () => {
    await email.press('Enter');
    await expect(sentence(page, 'magic_link_not_sent')).toBeVisible();
    await expect(email).toHaveValue('ada@example.com');
  });
});

test('the resend page stays and says that nothing was sent', async ({ page, stack, database }) => {
  const { owner } = await signInWithoutWorkspace(page, stack, 'confirm-email');
  await database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 120000 WHERE id = ?',
    args: [owner.userId],
  });
  await page.goto('/confirm-email');
  const again = page.locator('button[value="resend"]');
  await whileDown(stack, async () => {
    await again.click();
    await expect(sentence(page, 'confirmation_not_resent')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
  await again.click();
  await expect(page.getByText('Email sent. Please check your inbox.')).toBeVisible();
});

test('a dialog shows its own form’s failure', async ({ page, stack }) => {
  await signInWithoutWorkspace(page, stack);
  // By a link, so that the route is one that the page loads later.
  await page.goto('/help');
  await visit(page, '/account?dialog=email');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/New email/).fill('grace@example.com');
  await dialog.getByLabel('Password', { exact: false }).first().fill('correct horse');
  await whileDown(stack, async () => {
    await dialog.locator('button[type=submit][value="change-email"]').click();
    await expect(dialog.getByText(errors.provider_unavailable)).toBeVisible();
    await expect(dialog.getByLabel(/New email/)).toHaveValue('grace@example.com');
  });
});

test.describe('with a fake clock', () => {
  // A fake clock is its context’s, for good.
  test.use({ hasOwnContext: true });

  test('shows an unanswered status poll until polling ends', async ({ page, stack }) => {
    await signInWithoutWorkspace(page, stack);
    await page.clock.install();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await stack.killWorker();
    try {
      const passes = (code: keyof typeof errors) =>
        expect.poll(
          async () => {
            await page.clock.fastForward(5_000);
            return sentence(page, code).isVisible();
          },
          { intervals: [100] },
        );
      await passes('workspace_status_unavailable').toBe(true);
      await passes('polling_timed_out').toBe(true);
    } finally {
      await stack.startWorker();
    }
  });
});

test('an open page whose session ended elsewhere returns home and says so', async ({ page, stack }) => {
  const { owner } = await signInWithoutWorkspace(page, stack);
  const elsewhere = new PortalClient(stack);
  elsewhere.cookies.set('token', owner.token);
  const asked = Promise.withResolvers<void>();
  const signedOut = Promise.withResolvers<void>();
  await page.goto('/help');
  // The page’s own requests are late: they must not use up the notice.
  await page.route(`**${paths.dashboardParts}/*`, async (route) => {
    asked.resolve();
    await signedOut.promise;
    await route.continue();
  });
  await visit(page, '/dashboard');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await asked.promise;
  await elsewhere.post('/sign-out', {});
  signedOut.resolve();
  await expect(page).toHaveURL(/\/login\?returnPath=%2Fdashboard$/, { timeout: 30_000 });
  await expect(sentence(page, 'session_expired')).toBeVisible();
});

test('the default layout of a public page links a visitor to the sign-in', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
