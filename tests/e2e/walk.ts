import { expect, type Page } from '@playwright/test';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { eventually, type Mail, tokenIn, uniqueName } from '../support/portal-client.ts';

export interface Visitor {
  name: string;
  email: string;
  accountName: string;
  password: string;
}

type Registered = Pick<Visitor, 'email' | 'accountName'>;

export function newVisitor(): Visitor {
  const accountName = uniqueName('ada');
  return {
    name: 'Ada Lovelace',
    email: `${accountName}@example.com`,
    accountName,
    password: 'correct horse',
  };
}

/** Registers: every field and the human check, to "check your mail". */
export async function register(page: Page, visitor: Visitor): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill(visitor.name);
  await page.getByLabel('Company email').fill(visitor.email);
  await page.getByLabel('Confirm email').fill(visitor.email);
  await page.getByLabel('Password', { exact: true }).fill(visitor.password);
  await page.getByLabel('Account name').fill(visitor.accountName);
  await page.getByLabel('I am a human').check();
  await page.getByText('Checked', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText('You can request another email in')).toBeVisible();
}

/** Confirms the email address with the link from the sandbox's inbox. */
export async function confirm(page: Page, visitor: Registered, sandboxUrl: string): Promise<void> {
  await pressConfirm(page, visitor, sandboxUrl);
  await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible();
}

/** Opens the confirmation link and presses its button, whatever the result. */
export async function pressConfirm(page: Page, visitor: Registered, sandboxUrl: string): Promise<void> {
  const mail = await eventually(async () => {
    const response = await fetch(`${sandboxUrl}/emails?to=${encodeURIComponent(visitor.email)}`);
    return ((await response.json()) as Mail[])[0];
  });
  await page.goto(`/confirm-email?token=${tokenIn(mail)}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
}

/** Completes the survey, the app picker with its search, and one invitation. */
export async function setUp(page: Page): Promise<void> {
  await page.getByLabel('Which area do you work in?').selectOption({ label: 'Another area' });
  await page.getByLabel('Which one?').first().fill('Weaving');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByLabel('Which industry is your company in?').selectOption({ label: 'SaaS' });
  await page.getByRole('radio', { name: '20 to 99' }).check();
  await page.getByLabel('Which timezone should your workspace use?').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Which apps do you use?' })).toBeVisible();
  await page.getByLabel('Search apps').fill('slac');
  await page.getByRole('checkbox', { name: 'Slack' }).check();
  await page.getByLabel('Search apps').fill('');
  await page.getByRole('checkbox', { name: 'HTTP Request' }).check();
  await expect(page.getByText('2 apps chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Invite your teammates' })).toBeVisible();
  await page.getByLabel('Email address 1').fill(`grace-${uniqueName('t')}@example.com`);
  await page.getByRole('button', { name: 'Add another user' }).click();
  await expect(page.getByLabel('Email address 4')).toBeVisible();
  await page.getByRole('button', { name: 'Invite 1 user' }).click();
}

/**
 * Waits for the ready message, starts the workspace, and reaches the dashboard.
 * @param readyWithinMs longer than a workspace takes to start.
 */
export async function launch(page: Page, readyWithinMs = HANGS_AFTER_MS): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your workspace is ready' })).toBeVisible({
    timeout: readyWithinMs,
  });
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await expect(page.getByText('14 days left in your trial.')).toBeVisible();
}

/** Presses "Open workspace". @returns the new tab, signed in to the workspace. */
export async function openWorkspace(page: Page, visitor: Registered): Promise<Page> {
  const [workspace] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open workspace' }).click(),
  ]);
  await workspace.waitForURL((url) => url.hostname === `${visitor.accountName}.localhost`);
  await expect(workspace.getByText(visitor.email)).toBeVisible();
  return workspace;
}
