import type { Page } from '@playwright/test';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { newAccount, openRows, write } from '../../support/account-rows.ts';
import { PortalClient } from '../../support/portal-client.ts';
import { setUpOnline } from '../../support/set-up.ts';

/** Gives the browser the cookies of a signed-in person. */
export async function signInAs(page: Page, { cookies, portal }: PortalClient): Promise<void> {
  const url = portal.portalUrl;
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

/** Signs the browser in as an owner with an Online workspace. */
export async function signInOnline(page: Page, stack: Stack) {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client);
  await signInAs(page, client);
  return { client, ...fields };
}

/**
 * Signs the browser in as the owner of an account that exists only in the database: its workspace does not run.
 * @param step of the onboarding that is due; null after the last.
 */
export async function signInWithoutWorkspace(page: Page, stack: Stack, step: OnboardingStep | null = null) {
  const rows = openRows(stack.databaseUrl);
  const { account, statements } = newAccount(rows, { step, subscription: null });
  await write(rows, statements);
  await page.context().addCookies([{ name: 'token', value: account.owner.token, url: stack.portalUrl }]);
  return account;
}
